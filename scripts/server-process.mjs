// Imported before the server, for its effect: ends with its parent, and keeps what Node made
// of the sources, which the next start need not do again.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import './end-with-parent.mjs'

enableCompileCache(join(import.meta.dirname, '../.cache/compiled'))
