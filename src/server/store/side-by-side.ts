/**
 * Statements of one transaction that do not depend on each other: PostgreSQL gets them without a
 * pause in between. All have ended before it throws, so that none comes after the transaction.
 */
export async function sideBySide<const Statements extends readonly Promise<unknown>[]>(
  statements: Statements,
): Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }> {
  await Promise.allSettled(statements)
  return await Promise.all(statements)
}
