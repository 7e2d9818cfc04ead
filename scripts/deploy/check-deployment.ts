/** Checks the deployment files on this machine, as far as it has the tools, and prints the results. */

import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { buildImage } from './build-image.ts'
import { checkCaddy, checkNginx } from './check-proxies.ts'
import { serveImage } from './serve-image.ts'

type Check = {
  name: string
  /** Required programs, each of them in a Debian package. */
  needs: readonly string[]
  /** @returns a summary. @throws Error when it fails */
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

/** Ignores a missing program of the unit, which only the target machine has. */
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
