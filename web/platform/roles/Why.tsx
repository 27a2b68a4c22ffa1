import { lazy, useState } from 'react'
import { permissions } from '#contract/language/permissions.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { part } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Explained } from './Explained.tsx'
import type { Place } from './place.ts'

const Dropdown = lazy(part(async () => (await import('#web/ui/Dropdown.tsx')).Dropdown))

type Props = {
  person: { id: string; name: string }
  place: Place
  /** The places to choose from, if there is more than this one. */
  places?: Place[]
  /** Closed at first, if it is above a list. */
  folded?: boolean
}

/** Explains why a person can or cannot do something in a place. */
export function Why({ person, place, places = [place], folded = false }: Props) {
  const { t, language } = useTranslation()
  const [requested, setRequested] = useState<string | null>(null)
  const [chosen, setChosen] = useState(place)
  const items = permissions
    .filter(({ scope }) => scope !== (chosen ? 'app' : 'school'))
    .map(({ key, name, nameAr }) => ({ value: key as string, label: language === 'ar' ? nameAr : name }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language))
  const fits = items.some(({ value }) => value === requested)

  return (
    <details open={!folded} className="mb-6 rounded-card border border-line bg-surface px-5">
      <summary className="min-h-11 cursor-pointer py-3 font-semibold">{t('rights.why')}</summary>
      <div className="space-y-4 pb-5">
        <div className="grid gap-4 md:grid-cols-2">
          <LazyPart fallback={<Skeleton className="h-11 w-full" />}>
            <Dropdown
              wide
              label={t('rights.permission')}
              placeholder={t('rights.choosePermission')}
              items={items}
              value={fits ? requested : null}
              onChange={setRequested}
            />
          </LazyPart>
          {places.length > 1 && (
            <LazyPart fallback={<Skeleton className="h-11 w-full" />}>
              <Dropdown
                wide
                label={t('rights.place')}
                items={places.map((one) => ({ value: one?.id ?? platform, label: one?.name ?? t('rights.platform') }))}
                value={chosen?.id ?? platform}
                onChange={(id) => setChosen(places.find((one) => (one?.id ?? platform) === id) ?? null)}
              />
            </LazyPart>
          )}
        </div>
        {requested && fits && <Explained userId={person.id} permissionKey={requested} place={chosen} />}
      </div>
    </details>
  )
}

const platform = 'platform'
