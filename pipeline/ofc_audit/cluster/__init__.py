"""A build spread over the machines of a cluster: the same stages, in tasks that an existing engine runs."""
