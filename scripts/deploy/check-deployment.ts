/** Runs what deploys Pregonero, on this machine and as far as it has the tools, and prints what came of it. */

import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { buildImage } from './build-image.ts'
import { checkCaddy, checkNginx } from './check-proxies.ts'
import { serveImage } from './serve-image.ts'

type Check = {
  name: string
  /** Programs, of each of which Debian has a package. */
  needs: readonly string[]
  /** @returns what is worth telling. @throws Error when it fails */
  run: () => Promise<string>
}

const checks: readonly Check[] = [
  {
    name: 'Dockerfile, step by step, and what it makes started',
    needs: ['bwrap', 'npm', 'setpriv'],
    async run() {
      const image = await buildImage()
      try {
        return await serveImage(image)
      } finally {
        await rm(image.folder, { recursive: true, force: true })
      }
    },
  },
  { name: 'compose.yaml', needs: ['docker-compose'], run: async () => checkCompose() },
  { name: 'Caddyfile', needs: ['caddy', 'openssl'], run: checkCaddy },
  { name: 'nginx.conf', needs: ['nginx', 'openssl'], run: checkNginx },
  { name: 'pregonero.service', needs: ['systemd-analyze'], run: async () => checkUnit() },
]

let failed = 0
for (const { name, needs, run } of checks) {
  const missing = needs.filter(program => !isThere(program))
  if (missing.length > 0) console.log(`–  ${name}: not tried, for lack of ${missing.join(', ')}`)
  else
    try {
      console.log(`✓  ${name}: ${await run()}`)
    } catch (error) {
      failed += 1
      console.log(`✗  ${name}: ${error instanceof Error ? error.message : error}`)
    }
}
process.exitCode = failed === 0 ? 0 : 1

function isThere(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}

function checkCompose(): string {
  const profiles = ['https', 'postgres', 'tunnel', 'setup'].flatMap(name => ['--profile', name])
  const env = { ...process.env, DOMAIN: 'avisos.example' }
  const { status, stdout, stderr } = spawnSync('docker-compose', [...profiles, 'config'], { env })
  if (status !== 0) throw new Error(String(stderr))
  return `${String(stdout).match(/^ {2}\w[\w-]*:$/gm)?.length ?? 0} services and volumes are valid`
}

/** On another machine than the one that it is for, the program it starts is not where it says. */
function checkUnit(): string {
  const unit = 'deploy/pregonero.service'
  const { stderr } = spawnSync('systemd-analyze', ['verify', unit])
  const complaints = String(stderr)
    .split('\n')
    .filter(line => line.includes('pregonero.service') && !line.includes('is not executable'))
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
  const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=yes', unit])
  return /exposure level .*: (.+)/.exec(String(stdout))?.[1] ?? 'valid'
}
