import { reference } from '#contract/platform/reference/reference.ts'
import { phoneCountries } from '#contract/language/phones.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { countryShown } from '#web/lib/phones.ts'
import { schoolTypeName } from '#web/lib/reference.ts'
import type { Field } from '#web/records/fields.ts'

/** A school's own information. Time zone and country are chosen where `withZone`; a new school starts with the usual ones. */
export function useSchoolFields({ withZone }: { withZone: boolean }): Field[] {
  const { t, language } = useTranslation()
  const types = useRead(reference.schoolTypes, {}).data ?? []
  const fields: Field[] = [
    { name: 'name' },
    { name: 'about', kind: 'lines' },
    { name: 'vision', kind: 'lines' },
    {
      name: 'schoolTypeId',
      kind: 'choice',
      none: 'settings.schoolInfo.noType',
      items: types.map(({ id, name }) => ({ value: id, label: schoolTypeName(t, name) })),
    },
  ]
  if (!withZone) return fields
  return [
    ...fields,
    { name: 'timeZone', kind: 'choice', items: zones() },
    { name: 'country', kind: 'choice', hint: 'settings.schoolInfo.countryHint', items: countries(language) },
  ]
}

const countries = (language: string) =>
  phoneCountries().map((value) => ({ value, label: countryShown(value, language) }))

const zones = () =>
  Intl.supportedValuesOf('timeZone').map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))
