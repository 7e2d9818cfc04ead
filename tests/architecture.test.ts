import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { variableNames } from '#server/base/config.ts'

/** Each row may import only the rows before it. */
const server = [
  ['shared'],
  ['server/base'],
  ['server/store', 'server/telegram'],
  ['server/live', 'server/accounts', 'server/observe', 'server/diagnose', 'server/linking'],
  ['server/watch', 'server/reconcile'],
  ['server/ingest', 'server/deliver', 'server/operations'],
  ['server/http', 'server/commands'],
  ['server/app'],
]
/** The same order within these folders; `front` is every unlisted file directly in the folder. */
const rooms: Record<string, string[][]> = {
  'server/accounts': [
    ['seen-browser.ts'],
    ['credentials.ts', 'known-browsers.ts'],
    ['events', 'passwords', 'sessions', 'second-factor', 'passkeys'],
    ['api-tokens'],
    ['front'],
  ],
  'server/store': [
    ['engine'],
    ['rows'],
    ['queue', 'history', 'watch'],
    ['account'],
    ['migrations'],
    ['front'],
    ['move', 'inspect', 'reconcile'],
    ['backup'],
  ],
  'server/deliver': [
    ['rate-limits.ts'],
    ['delays.ts'],
    ['limits', 'workers'],
    ['outcome'],
    ['lane'],
    ['front'],
  ],
}
const web = [['shared'], ['web/ui', 'web/data'], ['web/parts'], ['web/screens'], ['web/app']]

/** Entry point to `store/history` from outside the store; `upkeep.ts` may also start its jobs. */
const history = { folder: 'src/server/store/history/', front: 'history.ts' }
const startedByUpkeep = ['retention.ts', 'roll-up.ts', 'search-index.ts']

/** Files to which a package is confined; unlisted packages may be used anywhere. */
const packages = [
  { name: /^(kysely|node:sqlite|pg)\b/, stays: /^src\/server\/(store\/|base\/data-folder\.ts)/ },
  { name: /^(@better-auth\/|better-auth\b)/, stays: /^src\/server\/accounts\// },
  { name: /^@grammyjs\//, stays: /^src\/server\/telegram\// },
  { name: /^(node:)?process$/, stays: /^$/ },
]
const sharedPackages = ['zod', 'htmlparser2', 'papaparse', '@orpc/contract']

/** Files to which a kind of code is confined. */
const names = variableNames.join('|')
const knowledge = [
  {
    what: 'touches `process`',
    sign: /(?<![\w$.'"`-])process(?=\s*[.[,;)\n]|\?\.)|globalThis\.process/,
    stays: /^src\/server\/(main|cli)\.ts$/,
  },
  {
    what: 'knows the name of an environment variable',
    sign: new RegExp(`\\.(${names})\\b|['"](${names})['"]|[{,]\\s*(${names})\\s*[,}:=]`),
    stays: /^src\/server\/base\/(config|library-variables)\.ts$/,
  },
  {
    what: 'reads a clock or sets a timer of the runtime',
    sign: /\b(Date\.now|new Date\(\)|performance\.\w|set(Timeout|Interval|Immediate)\b|AbortSignal\.timeout|timers\/promises)/,
    stays: /^src\/(server\/base\/clock\.ts$|web\/)/,
  },
  {
    what: 'knows a method of the Bot API',
    sign: /['"`/](getMe|getChat|getUpdates|(get|set|delete)Webhook\w*|(send|edit)Message\w*)\b/,
    stays: /^src\/(server\/telegram|shared|web)\//,
  },
  {
    what: 'makes a format as its file is read, which every screen waits for',
    sign: /^(export )?const [^=\n]+ = (new )?Intl\./m,
    stays: /^src\/server\//,
  },
]

describe('the source tree', () => {
  const root = join(import.meta.dirname, '..')
  const exclude = ['**/*.test.*', '**/*.d.ts']
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root, exclude }).map(path => ({
    path,
    source: readFileSync(join(root, path), 'utf8'),
  }))

  it('is found: over 50 files, more imports than files', () => {
    expect(files.length).toBeGreaterThan(50)
    const imported = files.flatMap(({ source }) => importsOf(withoutComments(source)))
    expect(imported.length).toBeGreaterThan(files.length)
  })

  it('keeps the import order', () => {
    expect(files.flatMap(({ path, source }) => complaints(path, source))).toEqual([])
  })
})

describe('the import check', () => {
  const upwards = 'may not import'

  it.each([
    ['src/shared/model/tags.ts', "import { x } from '#server/base/log.ts'", upwards],
    ['src/shared/model/tags.ts', "import pg from 'pg'", 'may not depend on'],
    ['src/server/base/log.ts', "import { x } from '#server/store/rows/alerts.ts'", upwards],
    ['src/server/base/log.ts', "import { x } from '../store/alerts.ts'", upwards],
    [
      'src/server/store/rows/alerts.ts',
      "import type { X } from '#server/telegram/client.ts'",
      upwards,
    ],
    ['src/server/ingest/receive.ts', "import { x } from '#server/deliver/lane/lane.ts'", upwards],
    ['src/server/deliver/lane/lane.ts', "export { x } from '#server/ingest/receive.ts'", upwards],
    ['src/server/operations/alerts.ts', "await import('#server/http/router.ts')", upwards],
    ['src/server/http/router.ts', "import '../app.ts'", upwards],
    ['src/server/app.ts', "import { x } from '#web/app/routes.tsx'", upwards],
    ['src/server/commands/accounts.ts', "import { x } from '#server/http/router.ts'", upwards],
    ['src/server/commands/accounts.ts', 'process.stdin', '`process`'],
    ['src/server/queue/queue.ts', '', 'has no place'],
    [
      'src/server/store/engine/dialect.ts',
      "import { x } from '#server/store/history/count-triggers.ts'",
      upwards,
    ],
    ['src/server/store/rows/tombstones.ts', "import { x } from '../queue/outcomes.ts'", upwards],
    [
      'src/server/store/queue/outcomes.ts',
      "import { x } from '#server/store/history/alert-criteria.ts'",
      upwards,
    ],
    [
      'src/server/store/history/retention.ts',
      "import { x } from '#server/store/account/sweeper.ts'",
      upwards,
    ],
    [
      'src/server/store/engine/notices.ts',
      "import type { X } from '#server/store/open-store.ts'",
      upwards,
    ],
    [
      'src/server/store/open-store.ts',
      "import { x } from '#server/store/move/move-store.ts'",
      upwards,
    ],
    [
      'src/server/operations/alerts.ts',
      "import { x } from '#server/store/history/search-index.ts'",
      upwards,
    ],
    ['src/server/app.ts', "import { x } from './store/history/roll-up.ts'", upwards],
    ['src/server/upkeep.ts', "import { x } from './store/history/alert-criteria.ts'", upwards],
    ['src/server/store/figures/totals.ts', '', 'has no place'],
    ['src/server/deliver/delays.ts', "import type { X } from './limits/outages.ts'", upwards],
    ['src/server/deliver/limits/outages.ts', "import { x } from '../lane/lane.ts'", upwards],
    [
      'src/server/deliver/limits/send-gate.ts',
      "import type { X } from '#server/deliver/workers/bot-assignment.ts'",
      upwards,
    ],
    [
      'src/server/deliver/workers/worker-lease.ts',
      "import { x } from '#server/deliver/limits/send-gate.ts'",
      upwards,
    ],
    [
      'src/server/deliver/outcome/settle-failure.ts',
      "import type { X } from '#server/deliver/lane/lane.ts'",
      upwards,
    ],
    [
      'src/server/deliver/lane/lane.ts',
      "import { x } from '#server/deliver/dispatcher.ts'",
      upwards,
    ],
    ['src/server/deliver/retries/retry.ts', '', 'has no place'],
    ['src/web/app/routes.tsx', "import { x } from '#server/base/config.ts'", upwards],
    ['src/web/ui/tag.tsx', "import { x } from '#shared/texts/tags.ts'", upwards],
    ['src/web/data/client.ts', "import {\n  x,\n} from '#web/parts/bubble.tsx'", upwards],
    ['src/web/screens/tags/page.tsx', "import { x } from '#web/screens/alerts/row.tsx'", upwards],
    ['src/web/screens/tags/page.tsx', "import { x } from '../alerts/row.tsx'", upwards],
    ['src/server/operations/alerts.ts', "import { sql } from 'kysely'", 'may not depend on'],
    ['src/server/base/log.ts', "import { x } from 'node:sqlite'", 'may not depend on'],
    ['src/server/http/router.ts', "import { x } from 'better-auth/api'", 'may not depend on'],
    ['src/server/base/log.ts', "import { env } from 'node:process'", 'may not depend on'],
    ['src/server/base/log.ts', 'const pid = process.pid', '`process`'],
    ['src/server/app.ts', 'const { env } = process\n', '`process`'],
    ['src/web/app/main.tsx', 'globalThis.process', '`process`'],
    ['src/server/app.ts', 'env.DATA_DIR', 'environment variable'],
    ['src/server/app.ts', "env['DATA_DIR']", 'environment variable'],
    ['src/server/app.ts', 'const { PORT } = env', 'environment variable'],
    ['src/server/deliver/lane/lane.ts', "call('sendMessage')", 'Bot API'],
    ['src/server/deliver/lane/lane.ts', 'const now = Date.now()', 'clock'],
    ['src/server/base/repeat.ts', 'const timer = setTimeout(run, 5)', 'clock'],
    ['src/shared/format.ts', 'const today = new Date()', 'clock'],
    ['src/server/app.ts', "import { setTimeout } from 'node:timers/promises'", 'clock'],
    ['src/shared/format.ts', "const grouped = new Intl.NumberFormat('es-ES')", 'format'],
  ])('rejects %s with «%s»', (path, source, complaint) => {
    expect(complaints(path, source)).toEqual([expect.stringContaining(complaint)])
  })

  it.each([
    ['src/shared/model/tags.ts', "import { z } from 'zod'\nimport { x } from './limits.ts'"],
    ['src/server/http/router.ts', "import { x } from '#server/store/rows/alerts.ts'"],
    ['src/server/store/rows/alerts.ts', "import { sql } from 'kysely'"],
    ['src/server/store/queue/outcomes.ts', "import { x } from '#server/store/rows/alerts.ts'"],
    ['src/server/operations/alerts.ts', "import { x } from '#server/store/history/history.ts'"],
    ['src/server/upkeep.ts', "import { x } from './store/history/roll-up.ts'"],
    ['src/server/store/open-store.ts', "import { x } from './migrations/migrate.ts'"],
    ['src/server/store/move/move-store.ts', "import { x } from '#server/store/open-store.ts'"],
    ['src/server/deliver/limits/send-gate.ts', "import { x } from '#server/deliver/delays.ts'"],
    ['src/server/deliver/outcome/retry-or-fail.ts', "import { x } from '../limits/outages.ts'"],
    ['src/server/deliver/lane/lane.ts', "import { x } from '../outcome/settle-failure.ts'"],
    ['src/server/deliver/dispatcher.ts', "import { x } from './lane/lane.ts'"],
    ['src/server/base/data-folder.ts', "import { DatabaseSync } from 'node:sqlite'"],
    ['src/server/main.ts', 'readConfig(process.env)'],
    ['src/server/base/clock.ts', 'const now = () => Date.now()'],
    ['src/server/deliver/lane/lane.ts', 'const at = new Date(clock.now())'],
    ['src/server/base/log.ts', '// import { x } from "#server/app.ts": process.env.PORT'],
    ['src/server/base/log.ts', "throw new Error('another process holds DATA_DIR.')"],
    ['src/server/deliver/lane/lane.ts', 'queue.process(telegram.sendMessage(text))'],
    ['src/web/screens/tags/page.tsx', "import { x } from './row.tsx'"],
    ['src/shared/format.ts', "const grouped = lazily(() => new Intl.NumberFormat('es-ES'))"],
    ['src/web/app/routes.tsx', "import { x } from '#web/screens/tags/page.tsx'"],
  ])('accepts %s with «%s»', (path, source) => {
    expect(complaints(path, source)).toEqual([])
  })
})

function complaints(path: string, source: string): string[] {
  const from = areaOf(path)
  if (![...server, ...web].flat().includes(from)) return [`${from} has no place in the rank order`]
  if (rooms[from] && !rooms[from].flat().includes(roomOf(path)))
    return [`${from}/${roomOf(path)} has no place in the rank order`]
  const code = withoutComments(source)
  // Drop strings with spaces: prose is no code, whereas a single quoted word may be a name.
  const plain = code.replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, text =>
    /\s/.test(text) ? "''" : text,
  )
  return [
    ...importsOf(code).flatMap(specifier => {
      const target = targetOf(specifier, path)
      if (target === undefined)
        return mayDependOn(path, specifier) ? [] : [`${path} may not depend on ${specifier}`]
      return mayImport(path, target) ? [] : [`${path} may not import ${specifier}`]
    }),
    ...knowledge
      .filter(({ sign, stays }) => sign.test(plain) && !stays.test(path))
      .map(({ what }) => `${path} ${what}`),
  ]
}

function mayImport(path: string, target: string): boolean {
  const [from, to] = [areaOf(path), areaOf(target)]
  if (from === 'web/screens' && to === from) return screenOf(path) === screenOf(target)
  if (rooms[from] && to === from) {
    const [room, other] = [roomOf(path), roomOf(target)]
    return room === other || isBelow(rooms[from], other, room)
  }
  if (target.startsWith(history.folder)) {
    const open = [history.front, ...(path === 'src/server/upkeep.ts' ? startedByUpkeep : [])]
    if (!open.includes(target.slice(history.folder.length))) return false
  }
  if (from === to) return true
  if (from === 'web/ui') return false
  return [server, web].some(order => isBelow(order, to, from))
}

function isBelow(order: readonly string[][], one: string, other: string): boolean {
  const rank = (area: string) => order.findIndex(row => row.includes(area))
  return rank(one) >= 0 && rank(one) < rank(other)
}

function mayDependOn(path: string, specifier: string): boolean {
  if (areaOf(path) === 'shared') return sharedPackages.includes(specifier)
  return packages.every(({ name, stays }) => !name.test(specifier) || stays.test(path))
}

/** Path of the imported file from the project root; undefined for a package. */
function targetOf(specifier: string, path: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier)
  return specifier.startsWith('#') ? `src/${specifier.slice(1)}` : undefined
}

/** `shared`, or root and folder (`web/ui`); files directly in a root are its `app`. */
function areaOf(path: string): string {
  const [, house, folder, ...rest] = path.split('/')
  if (house === 'shared') return 'shared'
  return `${house}/${rest.length > 0 ? folder : 'app'}`
}

/** Subfolder or listed file name of a path within its area; `front` for the rest. */
function roomOf(path: string): string {
  const [name = '', ...rest] = path.split('/').slice(3)
  const isRoom = rest.length > 0 || rooms[areaOf(path)]?.flat().includes(name)
  return isRoom ? name : 'front'
}

function screenOf(path: string): string | undefined {
  return path.split('/')[3]
}

function importsOf(code: string): string[] {
  const specifiers = code.matchAll(
    /(?:\b(?:import|export)\b[^'"`;()]*?\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g,
  )
  return [...specifiers].flatMap(([, , specifier]) => specifier ?? [])
}

/** Also matches strings, so that a URL in one is not mistaken for a comment. */
function withoutComments(source: string): string {
  return source.replace(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g,
    found => (found.startsWith('/') ? '' : found),
  )
}
