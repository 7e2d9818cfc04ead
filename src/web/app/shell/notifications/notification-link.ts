import { addresses } from '../../addresses.ts'

/** Where a notification leads and what its link says; null when that is no address of ours. */
export function notificationLink(link: string | null): { href: string; label: string } | null {
  const [path = ''] = link?.split(/[?#]/) ?? []
  if (link === null || !screens.some(screen => screen.test(path))) return null
  return { href: link, label: panel.test(path) ? 'Ver panel' : 'Ver más' }
}

/** What stands for an id may be anything but another step of the path. */
const patternOf = (address: string) => new RegExp(`^${address.replace(/\$\w+/g, '[^/\\\\]+')}$`)

const screens = Object.values(addresses).map(patternOf)
const panel = patternOf(addresses.connectionPanel)
