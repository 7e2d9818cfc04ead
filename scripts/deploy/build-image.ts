import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, posix } from 'node:path'

/** Result of a `Dockerfile`: a root of a file system, and the start command of its program. */
export type Image = {
  /** Holds all stages. */
  folder: string
  root: string
  env: Record<string, string>
  user: string
  workdir: string
  command: readonly string[]
}

type Step = { word: string; rest: string }
type Stage = {
  name: string
  folder: string
  user: string
  env: Record<string, string>
  workdir: string
}

/** Paths that the steps of a stage with a base system may write; the rest is this machine's. */
const WRITABLE = ['/app', '/image', '/usr/local/bin']

/**
 * Runs each line of the real `Dockerfile` in a clean folder with an empty home, this machine's
 * programs in place of the base image.
 * @throws Error with the output of the failing step
 */
export async function buildImage(): Promise<Image> {
  const folder = mkdtempSync(join(tmpdir(), 'pregonero-image-'))
  chmodSync(folder, 0o755)
  const stages: Stage[] = []
  let command: string[] = []
  for (const { word, rest } of stepsOf(readFileSync('Dockerfile', 'utf8'))) {
    const stage = stages.at(-1)
    if (word === 'FROM') stages.push(newStage(folder, rest, stages.length))
    else if (!stage) throw new Error(`${word} stands before FROM`)
    else if (word === 'WORKDIR') stage.workdir = rest
    else if (word === 'USER') stage.user = rest
    else if (word === 'ENV')
      for (const pair of rest.split(' '))
        stage.env[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? ''
    else if (word === 'COPY') copy(rest, stage, stages)
    else if (word === 'RUN') run(rest, stage)
    else if (word === 'CMD') command = JSON.parse(rest)
  }
  const last = stages.at(-1)
  if (!last) throw new Error('the Dockerfile has no stage')
  const { env, user, workdir } = last
  return { folder, root: last.folder, env, user, workdir, command }
}

function stepsOf(text: string): Step[] {
  return text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => {
      const [word = ''] = line.split(' ', 1)
      return { word, rest: line.slice(word.length).trim() }
    })
}

function newStage(parent: string, from: string, place: number): Stage {
  const name = / AS (\S+)$/.exec(from)?.[1] ?? String(place)
  const folder = join(parent, name)
  for (const path of WRITABLE.slice(from === 'scratch' ? WRITABLE.length : 0))
    mkdirSync(join(folder, path), { recursive: true })
  mkdirSync(folder, { recursive: true })
  return { name, folder, user: '0:0', env: {}, workdir: '/' }
}

/** Copies from another stage, or the files here that `git` does not ignore, which include the build context. */
function copy(rest: string, stage: Stage, stages: Stage[]): void {
  const [, from, paths = ''] = /^(?:--from=(\S+) )?(.+)$/.exec(rest) ?? []
  const words = paths.split(' ')
  const destination = words.pop() ?? ''
  const isFolder = destination.endsWith('/') || destination === '.'
  const target = join(stage.folder, posix.resolve(stage.workdir, destination))
  for (const source of words) {
    const origin = from ? join(stages.find(one => one.name === from)?.folder ?? '', source) : source
    const isFile = basename(source).includes('.') && !source.startsWith('/app/.') && source !== '.'
    const paths = from ? [''] : tracked(source)
    for (const path of paths)
      cpSync(
        from ? origin : path,
        from
          ? isFile
            ? join(target, basename(source))
            : target
          : placeOf(path, source, target, isFolder),
        { recursive: true, verbatimSymlinks: true, preserveTimestamps: true },
      )
  }
}

const placeOf = (path: string, source: string, target: string, isFolder: boolean): string => {
  if (path === source) return isFolder ? join(target, basename(path)) : target
  return join(target, source === '.' ? path : path.slice(source.length + 1))
}

function tracked(source: string): string[] {
  const { stdout } = spawnSync('git', [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    source,
  ])
  return String(stdout).split('\n').filter(Boolean)
}

/** Runs as the stage's user; a user other than root has no network, since it then starts the server. */
function run(line: string, stage: Stage): void {
  const isRoot = stage.user === '0:0'
  const [uid = '', gid = ''] = stage.user.split(':')
  const as = ['setpriv', '--reuid', uid, '--regid', gid, '--clear-groups', '--']
  const jail = [
    'bwrap',
    ...['/usr', '/etc'].flatMap(path => ['--ro-bind', path, path]),
    ...['bin', 'lib', 'lib64', 'sbin'].flatMap(name => ['--symlink', `usr/${name}`, `/${name}`]),
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--dir', '/home'],
    ...WRITABLE.flatMap(path => ['--bind', join(stage.folder, path), path]),
    ...(isRoot ? [] : ['--unshare-net']),
    ...['--die-with-parent', '--chdir', stage.workdir],
    ...['sh', '-c', line],
  ]
  const [program = '', ...args] = isRoot ? jail : [...as, ...jail]
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home', ...stage.env }
  const { status, stdout, stderr } = spawnSync(program, args, { env, maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(`${line.slice(0, 60)}…: ${stderr}${stdout}`)
}
