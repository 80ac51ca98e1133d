"""Never answers the bad request, and goes on with the next ones: timeout."""

from good import serve

serve(lambda good: None)
