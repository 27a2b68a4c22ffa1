import { reference } from '#contract/platform/reference/reference.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { schoolTypeName } from '#web/lib/reference.ts'
import type { Field } from '#web/records/fields.ts'

/** A school's own information. The time zone is chosen where `withZone`; a new school starts in the country's own. */
export function useSchoolFields({ withZone }: { withZone: boolean }): Field[] {
  const { t } = useTranslation()
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
  return withZone ? [...fields, { name: 'timeZone', kind: 'choice', items: zones() }] : fields
}

const zones = () =>
  Intl.supportedValuesOf('timeZone').map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))
