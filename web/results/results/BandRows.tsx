import { Plus, Trash2 } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { NumberInput } from '#web/ui/NumberInput.tsx'
import { useLineKeys } from './line-keys.ts'
import { Words } from './SchemeFields.tsx'
import type { SchemeInEditor } from './scheme-draft.ts'

type Bands = SchemeInEditor['bands']

/** The bands of a scheme: a name in both languages, a colour, and the percent it begins at. */
export function BandRows({ bands, onChange }: { bands: Bands; onChange: (bands: Bands) => void }) {
  const { t } = useTranslation()
  const { keys, addKey, removeKey } = useLineKeys(bands.length)
  const put = (nth: number, change: Partial<Bands[number]>) => onChange(bands.with(nth, { ...bands[nth]!, ...change }))
  return (
    <>
      <ul className="space-y-3">
        {bands.map((band, nth) => (
          <li key={keys[nth]} className="grid grid-cols-2 items-end gap-3 lg:grid-cols-4">
            <Words
              label={t('results.part.nameAr')}
              dir="rtl"
              value={band.nameAr}
              onChange={(nameAr) => put(nth, { nameAr })}
            />
            <Words label={t('results.part.name')} dir="ltr" value={band.name} onChange={(name) => put(nth, { name })} />
            <NumberInput
              label={t('results.schemes.from')}
              value={band.from}
              onChange={(from) => put(nth, { from: from ?? 0 })}
            />
            <label className="grid gap-1 text-sm">
              {t('results.schemes.colour')}
              <input
                type="color"
                value={band.colour}
                onChange={({ target }) => put(nth, { colour: target.value })}
                className="h-11 w-full rounded-field border border-line bg-surface p-1"
              />
            </label>
            <Words
              label={t('results.schemes.saysAr')}
              dir="rtl"
              value={band.saysAr ?? ''}
              onChange={(saysAr) => put(nth, { saysAr })}
            />
            <Words
              label={t('results.schemes.says')}
              dir="ltr"
              value={band.says ?? ''}
              onChange={(says) => put(nth, { says })}
            />
            <IconButton
              label={t('results.schemes.removeBand', { nth: nth + 1 })}
              onClick={() => {
                removeKey(nth)
                onChange(bands.toSpliced(nth, 1))
              }}
            >
              <Trash2 className="size-5" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        icon={<Plus className="size-5" aria-hidden="true" />}
        onClick={() => {
          addKey()
          onChange([...bands, { name: '', nameAr: '', says: null, saysAr: null, colour: '#15803d', from: 0 }])
        }}
      >
        {t('results.schemes.addBand')}
      </Button>
    </>
  )
}
