import type { platformHome } from '#contract/overviews/home/platform-home.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { ChartTools } from '#web/ui/ChartTools.tsx'
import { ShareBar } from '#web/ui/ShareBar.tsx'

type Activity = OutputOf<typeof platformHome.get>['activity']

/** How many registers each school took in the last week, as bars next to each other. */
export function ActivityOfSchools({ activity: { schools } }: { activity: Activity }) {
  const { t } = useTranslation()
  const most = Math.max(1, ...schools.map(({ registers }) => registers))
  return (
    <section aria-labelledby="activity" className="rounded-card border border-line bg-surface p-5">
      <div className="flex items-start justify-between gap-2">
        <h2 id="activity" className="text-lg">
          {t('home.activity')}
        </h2>
        <ChartTools
          print
          className="-my-2 -me-2"
          label={t('home.activity')}
          rows={[
            [t('home.school'), t('home.registersCount')],
            ...schools.map(({ name, registers }) => [name, String(registers)]),
          ]}
        />
      </div>
      <ol className="mt-3 space-y-3">
        {schools.map(({ id, name, registers }) => (
          <li key={id}>
            <span className="flex justify-between gap-4">
              <span className="truncate font-medium">
                <Bdi>{name}</Bdi>
              </span>
              <span className="text-sm whitespace-nowrap text-muted">
                {t('home.registersTaken', { count: registers })}
              </span>
            </span>
            <ShareBar className="mt-1 h-2" percent={(registers / most) * 100} ground="fill-soft" fill="fill-primary" />
          </li>
        ))}
      </ol>
    </section>
  )
}
