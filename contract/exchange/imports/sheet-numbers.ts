import { field, refuse } from '#contract/language/fields.ts'

/** Numbers of sheets as a form sends them: `1,3,4`. */
export const SheetNumbers = field<string>({ type: 'string', pattern: '^\\d{1,3}(,\\d{1,3}){0,199}$' }, (raw) =>
  typeof raw === 'string' && /^\d{1,3}(,\d{1,3}){0,199}$/.test(raw) ? raw : refuse('Invalid input'),
)
