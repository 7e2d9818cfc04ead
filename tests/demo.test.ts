// @module-tag server
// @module-tag process
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startDemo } from '../scripts/demo/start-demo.ts'
import { startChildServer } from './support/child-server.ts'
import { freePort } from './support/free-port.ts'
import { signIn } from './support/trader.ts'

describe('npm run demo', () => {
  it('serves over 8,000 past alerts and live ones from a temporary folder, deleted on stop', {
    tags: ['extended'],
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'demo-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const forsaken = `pregonero-demo-${await endedProcess()}-x`
    const another = `pregonero-demo-${process.pid}-x`
    for (const name of [forsaken, another]) await mkdir(join(folder, name))
    const port = await freePort()
    await using demo = await startChildServer(
      {
        PORT: String(port),
        TMPDIR: folder,
        DATA_DIR: join(folder, 'own'),
        DATABASE_URL: 'postgres://own@127.0.0.1:1/own',
      },
      'scripts/demo/run-demo.ts',
    )
    const own = expect.stringContaining(`pregonero-demo-${demo.pid}-`)
    const folders = await readdir(folder)
    expect(folders).toHaveLength(2)
    expect(folders).toEqual(expect.arrayContaining([another, own]))

    await expect.poll(() => demo.lines).toHaveLength(5)
    const [url, email, password] = demo.lines.map(line => line.split(' ').at(-1) ?? '')
    if (!url || !email || !password) throw new Error('no address was printed')
    expect(url).toBe(`http://127.0.0.1:${port}`)
    const cookie = await signIn(url, email, password)
    const ask = async (path: string) =>
      (await fetch(`${url}/api/${path}`, { headers: { cookie } })).json()

    const connections: { name: string; isActive: boolean; trouble: string | null }[] =
      await ask('connections')
    expect(connections).toHaveLength(6)
    expect(connections.filter(({ isActive }) => !isActive)).toHaveLength(1)
    expect(connections.find(({ name }) => name === 'EURUSD Londres')?.trouble).toContain(
      'El bot ya no está en el chat.',
    )
    expect(await ask('profile')).toMatchObject({ simulated: true, initialSetupComplete: true })
    const { total }: { total: number } = await ask('alerts')
    expect(total).toBeGreaterThan(8_000)
    await expect.poll(async () => (await ask('alerts')).total).toBeGreaterThan(total)

    expect(await demo.stop()).toBe(0)
    expect(() => process.kill(demo.pid, 0)).toThrow('ESRCH')
    expect(await readdir(folder)).toEqual([another])
  })

  it('deletes its folder when its port is taken', { tags: ['extended'] }, async () => {
    const port = await freePort()
    const taken = createServer().listen(port, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await expect(startDemo({ port })).rejects.toThrow(`El puerto ${port} ya está en uso.`)
    const left = (await readdir(tmpdir())).filter(name => name.includes(`demo-${process.pid}-`))
    expect(left).toEqual([])
  })
})

/** Id of a process that has exited. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'])
  await once(child, 'exit')
  return child.pid ?? 0
}
