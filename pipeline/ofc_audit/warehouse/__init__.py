"""The warehouse: from files to one folder of results, built aside and put in place whole."""
