/** A secret in the ways programs quote it, by the name of the form. */
export function formsOfSecret(secret: string): Record<string, string> {
  const bytes = Buffer.from(secret)
  const encoded = everyByte(secret, hex => `%${hex.toUpperCase()}`)
  return {
    'as it is': secret,
    'in capitals': secret.toUpperCase(),
    'encoded for an address': encodeURIComponent(secret),
    'every byte encoded for an address': encoded,
    'in lower case hexadecimal': everyByte(secret, hex => `%${hex}`),
    'encoded twice': encoded.replaceAll('%', '%25'),
    'escaped for JSON': everyByte(secret, hex => `\\u00${hex}`),
    'in hexadecimal digits': bytes.toString('hex'),
    'in hexadecimal digits apart': everyByte(secret, hex => `${hex} `),
    'in Base64': bytes.toString('base64'),
    'in Base64 for addresses': bytes.toString('base64url'),
    'in Base64 after one byte': Buffer.from(`/${secret}`).toString('base64'),
    'in Base64 after two bytes': Buffer.from(`to${secret}`).toString('base64'),
    'in the address of a request': `/bot${secret}/sendMessage`,
    'in Base64 in the address of a request': Buffer.from(`/bot${secret}/x`).toString('base64'),
  }
}

/** The same for parts of it, with separators that may come between two halves. */
export function spreadForms(secret: string): Record<string, string> {
  const middle = Math.ceil(secret.length / 2)
  const halves = [secret.slice(0, middle), secret.slice(middle)]
  return {
    'its first half': halves[0] ?? '',
    'its second half': halves[1] ?? '',
    'halves with a space': halves.join(' '),
    'halves with a line break': halves.join('\r\n'),
    'halves in quotes': halves.map(half => `"${half}"`).join(', '),
    'letters apart': [...secret].join(' '),
    'four letters at a time': (secret.match(/.{1,4}/gs) ?? []).join(' '),
  }
}

const everyByte = (text: string, written: (hex: string) => string): string =>
  [...Buffer.from(text)].map(byte => written(byte.toString(16).padStart(2, '0'))).join('')
