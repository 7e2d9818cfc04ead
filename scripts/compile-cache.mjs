// Imported before the server, for its effect: keeps what Node made of the sources, which the next
// start need not do again.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../.cache/compiled'))
