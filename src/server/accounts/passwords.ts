import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** @returns the salt and the key of it, in hexadecimal: what is stored of a password */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${(await keyOf(password, salt)).toString('hex')}`
}

export async function verifyPassword({
  hash,
  password,
}: {
  hash: string
  password: string
}): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':')
  const expected = Buffer.from(key, 'hex')
  const given = await keyOf(password, salt)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * Slow on purpose, so not on one of the four threads with which Node reads files, looks up addresses and
 * checks signatures. Passwords are rare: a thread that stays would take memory for nothing.
 */
async function keyOf(password: string, salt: string): Promise<Buffer> {
  const thread = new Worker(new URL('./password-thread.ts', import.meta.url), {
    workerData: { password, salt },
    name: 'password',
  })
  const [key] = await once(thread, 'message')
  return Buffer.from(key)
}
