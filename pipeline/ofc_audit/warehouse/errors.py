"""What stops a build: a folder that cannot be used, another build in progress, or a mistake of our own."""


class BuildError(Exception):
    """A build cannot begin or go on; the message is one line that says what to do."""


class OutputRefusedError(BuildError):
    """The output folder is not one of ours, or holds something that a build must not delete."""


class LockHeldError(BuildError):
    """Another process is building into the same folder."""


class InternalError(Exception):
    """Our own books do not balance: a defect of this program, never of the files read."""
