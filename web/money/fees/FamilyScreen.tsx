import { HandCoins, Printer } from 'lucide-react'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { feeCounter } from '#contract/money/fees/counter.ts'
import { feeFamilies } from '#contract/money/fees/families.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { idIn, paths } from '#web/lib/paths.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { FamilyDecisions } from './FamilyDecisions.tsx'
import { DuesOfFamily, StatementOfFamily, SumsOfFamily } from './FamilyParts.tsx'
import { FamilySheet } from './FamilySheet.tsx'
import { ReceiptsOfFamily } from './ReceiptsOfFamily.tsx'

/** The ledger of a family: what is owed, what was paid, each receipt, and what may be decided about it. */
export function FamilyScreen() {
  const { t } = useTranslation()
  const school = useDefaultSchool()
  const sees = useMay(feeFamilies.get)
  const takes = useMay(feeCounter.take)
  const [query] = useSearchParams()
  const familyId = idIn(query, 'id')
  const asked = school && familyId ? { schoolId: school.id, familyId } : null
  const {
    data: family,
    error,
    refetch,
  } = useRead(feeFamilies.get, asked ?? { schoolId: '', familyId: '' }, {
    enabled: asked !== null && sees,
  })
  const [sheet, setSheet] = useState<'demand' | 'statement' | null>(null)
  if (!school || !sees) return <Navigate to={paths.unauthorized()} state={{ keys: ['ViewFees'] }} replace />
  if (!familyId) return <Navigate to={paths.fees('families')} replace />
  const title = t('fees.family')
  if (!family)
    return (
      <Screen title={title}>
        {family === null ? (
          <Empty sentence={t('fees.noneFound')} />
        ) : (
          <LoadingOrFailed error={error} again={refetch} count={4} />
        )}
      </Screen>
    )
  return (
    <Screen
      title={title}
      lead={
        <>
          <Digits>{family.code}</Digits> · <Bdi>{family.children.map(({ studentName }) => studentName).join('، ')}</Bdi>
        </>
      }
      tools={
        takes && (
          <LinkButton
            tone="primary"
            to={paths.takeFees(familyId)}
            icon={<HandCoins className="size-5" aria-hidden="true" />}
            short
          >
            {t('fees.take')}
          </LinkButton>
        )
      }
    >
      <SumsOfFamily family={family} />
      <div className="my-3 flex flex-wrap gap-2">
        {(['demand', 'statement'] as const).map((of) => (
          <Button key={of} icon={<Printer className="size-5" aria-hidden="true" />} onClick={() => setSheet(of)}>
            {t(`fees.paper.${of}`)}
          </Button>
        ))}
      </div>
      <Tabs
        label={title}
        param="tab"
        tabs={[
          { value: 'dues', label: t('fees.dues'), panel: <DuesOfFamily family={family} /> },
          {
            value: 'receipts',
            label: t('fees.tabs.receipts'),
            panel: <ReceiptsOfFamily schoolId={school.id} family={family} />,
          },
          { value: 'statement', label: t('fees.statement'), panel: <StatementOfFamily family={family} /> },
          {
            value: 'decide',
            label: t('fees.decisions'),
            panel: <FamilyDecisions schoolId={school.id} family={family} />,
          },
        ]}
      />
      {sheet && <FamilySheet family={family} of={sheet} onClose={() => setSheet(null)} />}
    </Screen>
  )
}
