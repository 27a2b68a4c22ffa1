/** What a register of marks and absence can show of a pupil; `parts`: a column for each part of the course. */
export const registerColumns = [
  'nth',
  'code',
  'seatNumber',
  'name',
  'parts',
  'total',
  'percent',
  'band',
  'outcome',
  'absent',
  'excused',
  'late',
  'notes',
] as const

export type RegisterColumn = (typeof registerColumns)[number]

type Order = {
  key: 'egyptPrimary' | 'all'
  name: string
  nameAr: string
  collectedIn: number | null
  source: string | null
  contradicts: string | null
  contradictsAr: string | null
  columns: readonly RegisterColumn[]
}

/**
 * Orders of columns, of which the school chooses. What the register of primary holds was published, and not the form of every
 * directorate; the second order is the product's own, with everything there is.
 */
export const registerOrders: readonly Order[] = [
  {
    key: 'egyptPrimary',
    name: 'Egypt, primary, 2025/26',
    nameAr: 'مصر: الابتدائي 2025/2026',
    collectedIn: 2026,
    source: 'shbabbek 265966, elbalad 6736224, decree 136/2024',
    contradicts: 'Directorates print forms of their own; compare it with yours.',
    contradictsAr: 'لكل مديرية نموذج تطبعه؛ راجعه على نموذج مديريتك.',
    columns: ['nth', 'name', 'parts', 'total', 'band', 'absent', 'excused', 'notes'],
  },
  {
    key: 'all',
    name: 'Everything',
    nameAr: 'كل الأعمدة',
    collectedIn: null,
    source: null,
    contradicts: null,
    contradictsAr: null,
    columns: registerColumns,
  },
]
