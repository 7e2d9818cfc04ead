/** A cookie of a request; its name is empty if the text has no `=`. */
export type Cookie = readonly [name: string, value: string]

/** @param header `Cookie` header of a request; null if it has none */
export const readCookies = (header: string | null): Cookie[] =>
  header === null
    ? []
    : header.split(/; */).map(text => {
        const end = text.indexOf('=')
        return [text.slice(0, Math.max(end, 0)), text.slice(end + 1)]
      })

/** Replaces all cookies of a request. */
export function writeCookies(headers: Headers, cookies: readonly Cookie[]): void {
  const texts = cookies.map(([name, value]) => (name === '' ? value : `${name}=${value}`))
  if (texts.length === 0) headers.delete('cookie')
  else headers.set('cookie', texts.join('; '))
}

export const cookieNamed = (cookies: readonly Cookie[], name: string): string | undefined =>
  cookies.find(([own]) => own === name)?.[1]
