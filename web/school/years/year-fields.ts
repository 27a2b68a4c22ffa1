import type { Field } from '#web/records/fields.ts'

export const yearFields: Field[] = [{ name: 'name' }, { name: 'description', kind: 'lines' }]

export const monthFields: Field[] = [
  { name: 'name' },
  { name: 'order', kind: 'number', hint: 'settings.months.orderHint' },
  { name: 'startDate', kind: 'day' },
  { name: 'endDate', kind: 'day' },
  { name: 'description', kind: 'lines' },
]
