/** What a register of marks and absence can show of a pupil; `parts`: one column for each part of the course. */
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
 * Orders of columns from which a school chooses. The contents of the primary register were published, but not the form of every
 * directorate. The second order is Kashkool's own, with all columns.
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
