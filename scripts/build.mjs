import { ensureWebBuilt } from './build-web.mjs'
import { ensureInstalled } from './install.mjs'

process.exitCode = (await ensureInstalled()) && (await ensureWebBuilt()) ? 0 : 1
