import { useTranslation } from '#web/lib/i18n.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import type { Home } from './home-of.ts'
import { AllWell, Tile } from './Tile.tsx'
import { WaitingLine } from './WaitingLine.tsx'

/** What waits for somebody, a line for each kind. */
export function Waiting({ title, waiting }: { title: string; waiting: Home['waiting'] }) {
  const { t } = useTranslation()
  const all = waiting.reduce((sum, { count }) => sum + count, 0)
  return (
    <Tile wide title={title}>
      <p className="pt-2 text-4xl font-semibold">
        <Digits>{all}</Digits>
      </p>
      {all === 0 ? (
        <AllWell>{t('home.nothingWaits')}</AllWell>
      ) : (
        <ul className="-mx-2 mt-2">
          {waiting.map(({ kind, count }) => (
            <WaitingLine key={kind} kind={kind} count={count} />
          ))}
        </ul>
      )}
    </Tile>
  )
}
