// Imported before the server for its side effect: caches Node's compiled sources for the next
// start.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../.cache/compiled'))
