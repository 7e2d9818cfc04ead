interface BrowserWords {
  /** «Chrome en Windows» */
  name: string
  isPhone: boolean
}

/** A browser built on another also names that one, so the more specific ones come first. */
const browsers: [sign: RegExp, name: string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]

const systems: [sign: RegExp, name: string, isPhone?: boolean][] = [
  [/\biPhone\b/, 'iPhone', true],
  [/\biPad\b/, 'iPad', true],
  [/\bAndroid\b/, 'Android', true],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Readable name of the browser and system in a `User-Agent`; for other programs, its first word. */
export function browserWords(userAgent: string | null): BrowserWords {
  const text = userAgent ?? ''
  const browser = browsers.find(([sign]) => sign.test(text))?.[1] ?? programOf(text)
  const [, system, isPhone = false] = systems.find(([sign]) => sign.test(text)) ?? []
  const name = browser ?? 'Navegador desconocido'
  return { name: system ? `${name} en ${system}` : name, isPhone }
}

const programOf = (text: string): string | undefined =>
  text.startsWith('Mozilla/') ? undefined : /^[\w.-]{1,40}/.exec(text)?.[0]
