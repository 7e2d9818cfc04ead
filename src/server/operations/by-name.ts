const spanish = new Intl.Collator('es', { numeric: true })

type Named = { name: string; created_at?: number; id?: string }

/** Spanish order: accents and case next to their letters, 2 before 10. Equal names oldest first. */
export const byName = (a: Named, b: Named): number =>
  spanish.compare(a.name, b.name) ||
  (a.created_at ?? 0) - (b.created_at ?? 0) ||
  ((a.id ?? '') < (b.id ?? '') ? -1 : 1)
