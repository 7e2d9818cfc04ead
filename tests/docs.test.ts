import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readConfig, variableNames } from '#server/base/config.ts'

type Manifest = Record<
  'scripts' | 'dependencies' | 'optionalDependencies' | 'devDependencies',
  Record<string, string>
>

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** Variables of Docker Compose, in addition to Pregonero's own. */
const composeNames = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name)
const { scripts, dependencies, optionalDependencies, devDependencies }: Manifest = JSON.parse(
  read('package.json'),
)
const pages = globSync(['*.md', 'docs/**/*.md', '.github/**/*.md', '.env.example'], { cwd: root })
const files = globSync('{src,tests,scripts,docs,bench}/**/*.*', { cwd: root })
const fileNames = new Set([...files, ...globSync('*.*', { cwd: root })].map(path => basename(path)))
const code = files
  .filter(path => /^src\/.*\.tsx?$/.test(path))
  .map(read)
  .join('\n')

/** Paths in a page are relative to its own folder or to one of these. */
const bases = ['', 'src', 'src/server', 'src/web', 'src/shared']

describe('the pages', () => {
  it.each(pages)('%s names only existing scripts, files, headings and variables', page => {
    expect(missing(page, read(page))).toEqual([])
  })

  it('are checked for broken scripts, links, paths and variables', () => {
    const text = `
Run \`npm run bake\`, then \`npm test\`; read [the plan](docs/plan.md), [this](#here), [that](docs/api.md#nowhere) and
\`src/server/oven/\`, \`#shared/bread.ts\`, \`store/loaf.ts\`, \`crumbs.ts\`, and set \`PUBLIC_URI\`.

    PORTS=8080 npm start

Real are [one](docs/api.md#sign-in), \`src/server/main.ts\`, \`#shared/limits.ts\`, \`base/config.ts\`, \`config.ts\`, \`/api/alerts\`,
\`text/plain\`, \`GET\`, \`INPUT_INVALID\`, \`HOST=0.0.0.0\` and \`npm run pregonero -- user list\`.`
    expect(missing('page.md', text)).toEqual([
      'npm run bake',
      'docs/plan.md',
      '#here',
      'docs/api.md#nowhere',
      'src/server/oven/',
      '#shared/bread.ts',
      'store/loaf.ts',
      'crumbs.ts',
      'PUBLIC_URI',
      'PORTS',
    ])
  })
})

describe('the index of decisions', () => {
  const records = globSync('docs/decisions/0*.md', { cwd: root }).toSorted()

  it('lists every record by its title', () => {
    const lines = records.map(path => `- [${read(path).match(/^# (.+)/)?.[1]}](${basename(path)})`)
    expect(read('docs/decisions/README.md').match(/^- .*/gm)).toEqual(lines)
  })

  it('numbers the records consecutively from 0001', () => {
    expect(records.map(path => basename(path).slice(0, 4))).toEqual(
      records.map((_, place) => `${place + 1}`.padStart(4, '0')),
    )
  })
})

describe('the page of dependencies', () => {
  const table = /^\| (`.+?) \|/gm
  const named = [...read('docs/dependencies.md').matchAll(table)].flatMap(([, names = '']) =>
    names.split(', '),
  )

  it('has a row for each direct dependency, and for no other', () => {
    const direct = [dependencies, optionalDependencies, devDependencies].flatMap(Object.keys)
    expect(named.toSorted()).toEqual(direct.map(name => `\`${name}\``).toSorted())
  })
})

describe('the requirements of OWASP ASVS 5.0.0', () => {
  /** Requirements of levels 1 and 2: each section has the numbers from 1 to this one. */
  const sections = parseEnv(`
    V1=1:2 2:9 3:11 4:3 5:2
    V2=1:3 2:3 3:4 4:1
    V3=2:2 3:4 4:6 5:5 7:2
    V4=1:3 2:1 3:2 4:4
    V5=1:1 2:3 3:2 4:3
    V6=1:3 2:12 3:4 4:4 5:5 6:3 8:4
    V7=1:3 2:4 3:2 4:5 5:2 6:2
    V8=1:2 2:3 3:1 4:1
    V9=1:3 2:4
    V10=1:2 2:2 3:4 4:11 5:5 6:2 7:3
    V11=1:2 2:3 3:3 4:4 5:1 6:1
    V12=1:3 2:2 3:4
    V13=1:1 2:5 3:2 4:5
    V14=1:2 2:4 3:3
    V15=1:3 2:3 3:7
    V16=1:1 2:5 3:4 4:3 5:3
    V17=1:1 2:4 3:2
  `)
  const rows = ['docs/asvs.md', 'docs/asvs-accounts.md', 'docs/asvs-operations.md']
    .flatMap(page => read(page).split('\n'))
    .filter(line => /^\| \d/.test(line))
    .map(line => line.split(' | ').map(cell => cell.replace(/^\| | ?\|$/g, '')))

  it('are in the tables, each once', () => {
    const required = Object.entries(sections).flatMap(([chapter, counts]) =>
      (counts ?? '').split(' ').flatMap(count => {
        const [section = '', last = ''] = count.split(':')
        return idsUpTo(`${chapter.slice(1)}.${section}`, 1, Number(last))
      }),
    )
    const listed = rows.flatMap(([ids = '']) => ids.split(', ').flatMap(idsOf))
    expect(required).toHaveLength(253)
    expect(listed.toSorted()).toEqual(required.toSorted())
  })

  it('each cite a file or do not apply; no row is postponed', () => {
    const unshown = rows.filter(([, , how = '', shownBy = '']) => {
      return !how.startsWith('Does not apply') && !/`[\w./-]+`/.test(shownBy)
    })
    expect(unshown).toEqual([])
    expect(rows.filter(row => /comes with|later|not yet/i.test(row.join(' ')))).toEqual([])
  })

  function idsOf(range: string): string[] {
    const [from = '', to = from] = range.split('–')
    const at = from.lastIndexOf('.')
    return idsUpTo(from.slice(0, at), Number(from.slice(at + 1)), Number(to.slice(at + 1)))
  }

  function idsUpTo(section: string, first: number, last: number): string[] {
    return Array.from({ length: last - first + 1 }, (_, nth) => `${section}.${first + nth}`)
  }
})

describe('the glossary', () => {
  const entry = /^- \*\*(.+)\*\* \(`(.+)`\): .+/
  const entries = read('docs/glossary.md')
    .split('\n')
    .filter(line => line.startsWith('- '))
    .map(line => line.match(entry)?.slice(1) ?? [line, ''])

  it('gives an existing file for each term', () => {
    expect(entries.length).toBeGreaterThan(20)
    expect(entries.filter(([, path = '']) => !isThere(path, bases))).toEqual([])
  })

  it.each(entries)('the term «%s» occurs in %s', (term = '', path = '') => {
    const words = wordsOf(`${path} ${read(join('src', path))}`)
    expect(words.includes(wordsOf(term))).toBe(true)
  })

  it('is in alphabetical order', () => {
    const terms = entries.map(([term = '']) => term.toLowerCase())
    expect(terms).toEqual(terms.toSorted())
  })
})

/** The text in lower case; names in camel case, with hyphens or underscores are split into words. */
function wordsOf(text: string): string {
  return text
    .replaceAll(/(?<=[a-z])(?=[A-Z])|[-_]/g, ' ')
    .replaceAll(/\s+(\*\s)?/g, ' ')
    .toLowerCase()
}

describe('.env.example', () => {
  it('holds values that work, commented ones included', () => {
    const values = Object.entries(parseEnv(uncommented()))
    // `_FILE` variables are alternatives to secrets that are listed too.
    const withoutFiles = values.filter(([name]) => !name.endsWith('_FILE'))
    expect(() => readConfig(Object.fromEntries(withoutFiles))).not.toThrow()
  })

  it('sets only defaults in its active lines', () => {
    expect(readConfig(parseEnv(read('.env.example')))).toEqual(readConfig({}))
  })

  it('names exactly the variables that this version takes', () => {
    expect(Object.keys(parseEnv(uncommented())).toSorted()).toEqual(variableNames.toSorted())
  })

  function uncommented(): string {
    return read('.env.example').replaceAll(/^# (?=[A-Z_]+=)/gm, '')
  }
})

describe('the page of settings', () => {
  it('has every variable in its table, and no other', () => {
    const rows = read('docs/configuration.md').matchAll(/^\| (`[A-Z].*?) \|/gm)
    const named = [...rows].flatMap(([, names = '']) => names.replaceAll('`', '').split(', '))
    expect(named.toSorted()).toEqual(variableNames.toSorted())
  })
})

/** Scripts, files, headings and variables that a page names but that do not exist. */
function missing(page: string, text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, inside]) => inside ?? '')
  const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target]) => target ?? '')
  const assigned = [...text.matchAll(/(?<![\w.])([A-Z][A-Z0-9_]+)=/g)].map(([, name]) => name ?? '')
  return [
    ...[...text.matchAll(/\bnpm run ([\w:-]+)/g)].flatMap(([call, name = '']) =>
      name in scripts ? [] : call,
    ),
    ...links.filter(target => !target.includes(':') && !isThere(target, [dirname(page)])),
    ...[...text.matchAll(/\]\(([^):\s]*)#([^)\s]+)\)/g)].flatMap(([, target = '', anchor = '']) =>
      hasHeading(target === '' ? text : readIfThere(page, target), anchor)
        ? []
        : `${target}#${anchor}`,
    ),
    ...quoted.filter(words => isPath(words) && !isThere(words, [dirname(page), ...bases])),
    ...quoted.filter(words => /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(words) && !isKnown(words)),
    ...new Set(assigned.filter(name => !isVariable(name))),
  ]
}

/** True if a page has the heading that an anchor links to. */
function hasHeading(text: string, anchor: string): boolean {
  return [...text.matchAll(/^#+ (.+)$/gm)].some(
    ([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/g, '-') === anchor,
  )
}

function readIfThere(page: string, target: string): string {
  const path = join(dirname(page), target)
  return existsSync(join(root, path)) ? read(path) : ''
}

/** True for a file with an extension of ours, or a path in an existing folder. */
function isPath(words: string): boolean {
  if (!/^[#\w.][\w./-]*$/.test(words)) return false
  if (/\.(ts|tsx|mjs|md|css|json|ya?ml)$/.test(words)) return true
  const [first, ...rest] = words.split('/')
  return (
    rest.length > 0 && bases.slice(0, 3).some(base => existsSync(join(root, base, first ?? '')))
  )
}

function isThere(path: string, folders: string[]): boolean {
  const written = path.replace(/^#/, 'src/')
  return (
    folders.some(folder => existsSync(join(root, folder, written))) ||
    (!written.includes('/') && fileNames.has(written))
  )
}

/** True for a variable, or a code that occurs in the sources. */
function isKnown(name: string): boolean {
  return isVariable(name) || code.includes(name)
}

function isVariable(name: string): boolean {
  return [...variableNames, ...composeNames, 'COMPOSE_PROFILES'].includes(name)
}
