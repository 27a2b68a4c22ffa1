import { HandCoins } from 'lucide-react'
import { lazy } from 'react'
import { Navigate } from 'react-router'
import { feeCounter } from '#contract/money/fees/counter.ts'
import { feeFamilies } from '#contract/money/fees/families.ts'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import type { ListOfFees } from './ListedFees.tsx'
import { OverviewTab } from './OverviewTab.tsx'

const ListsOfFees = lazy(part(async () => (await import('./FeeLists.tsx')).FeeLists))

/** What families owe and paid: today, arrears, families, receipts, tills, what waits for a second person, and the journal. */
export function FeesScreen() {
  const { t } = useTranslation()
  const school = useDefaultSchool()
  const sees = useMay(feeFamilies.list)
  const takes = useMay(feeCounter.take)
  if (!school || !sees) return <Navigate to={paths.unauthorized()} state={{ keys: ['ViewFees'] }} replace />
  const list = (of: ListOfFees) => ({
    value: of,
    label: t(`fees.tabs.${of}`),
    panel: (
      <LazyPart fallback={<Loading count={4} />}>
        <ListsOfFees of={of} school={school} />
      </LazyPart>
    ),
  })
  return (
    <Screen
      title={t('fees.title')}
      lead={<Bdi>{school.name}</Bdi>}
      tools={
        takes && (
          <LinkButton tone="primary" to={paths.takeFees()} icon={<HandCoins className="size-5" aria-hidden="true" />}>
            {t('fees.take')}
          </LinkButton>
        )
      }
    >
      <Tabs
        label={t('fees.title')}
        param="tab"
        keep={[]}
        tabs={[
          { value: 'today', label: t('fees.tabs.today'), panel: <OverviewTab school={school} /> },
          ...(['arrears', 'families', 'receipts', 'tills', 'bank', 'waiting'] as const).map(list),
          ...(takes ? [list('unclear')] : []),
          ...(['online', 'journal'] as const).map(list),
        ]}
      />
    </Screen>
  )
}
