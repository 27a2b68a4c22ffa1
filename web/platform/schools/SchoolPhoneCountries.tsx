import { phoneCountryList } from '#contract/platform/schools/phone-countries.ts'
import { schoolSettings } from '#contract/platform/schools/school-settings.ts'
import type { schools } from '#contract/platform/schools/schools.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { countryShown } from '#web/lib/phones.ts'
import { useChange } from '#web/records/change.ts'
import { Card } from '#web/ui/Card.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'

type Props = { school: OutputOf<typeof schools.get> }

/** The further countries to whose numbers the school sends messages, from those that this installation sends to. */
export function SchoolPhoneCountries({ school: { id, version, country, phoneCountries, may } }: Props) {
  const { t, language } = useTranslation()
  const { data } = useRead(phoneCountryList.allowed, {})
  const update = useChange(schoolSettings.update)
  const items = (data?.countries ?? [])
    .filter((one) => one !== country && one !== 'EG')
    .map((value) => ({ value, label: countryShown(value, language) }))
  if (!may?.update || items.length === 0) return null

  const choose = (chosen: string[]) =>
    update({ id, baseVersion: version, phoneCountries: chosen }).then(
      () => toast({ title: t('settings.saved') }),
      toastRefusal,
    )
  return (
    <Card className="space-y-3 py-4">
      <p className="font-semibold">{t('settings.schoolInfo.phoneCountries')}</p>
      <p className="text-sm text-muted">{t('settings.schoolInfo.phoneCountriesHint')}</p>
      <Dropdown
        multiple
        wide
        label={t('settings.schoolInfo.phoneCountries')}
        placeholder={t('settings.schoolInfo.noPhoneCountries')}
        items={items}
        value={phoneCountries ?? []}
        onChange={(chosen) => void choose(chosen)}
      />
    </Card>
  )
}
