import FilmgatePortal
import Testing
