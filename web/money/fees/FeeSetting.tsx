import { useState } from 'react'
import { currencies, type Currency } from '#contract/money/fees/amounts.ts'
import { feeSettings } from '#contract/money/fees/settings.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useHolds } from '#web/lib/session.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { PublishedRules } from '#web/records/PublishedRules.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { CheckField, TextField } from '#web/ui/Fields.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { toast } from '#web/ui/toast.ts'
import { ItemsOfFees, WaysOfFees } from './ListsOfSetting.tsx'
import { OnlineOfFees } from './OnlineOfFees.tsx'
import type { OfSetting, ShownFeeSettings } from './of-setting.ts'
import { PlansOfFees } from './PlansOfFees.tsx'
import { ReductionsOfFees } from './ReductionsOfFees.tsx'

/** How the school charges its families: the currency first, then items, plans of grades, reductions and ways. */
export function FeeSetting({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(feeSettings.get, { schoolId: school.id })
  const manages = useMay(feeSettings.save)
  return (
    <Screen title={t('fees.set.title')} lead={t('fees.set.lead')}>
      {data ? (
        <Parts schoolId={school.id} settings={data} manages={manages} />
      ) : (
        <LoadingOrFailed error={error} again={refetch} count={4} />
      )}
      <PublishedRules topic="fees" />
    </Screen>
  )
}

function Parts(of: OfSetting) {
  const { t } = useTranslation()
  if (!of.settings.currency) return <General schoolId={of.schoolId} settings={of.settings} />
  return (
    <Tabs
      label={t('fees.title')}
      param="tab"
      tabs={[
        { value: 'plans', label: t('fees.set.plans'), panel: <PlansOfFees {...of} /> },
        { value: 'items', label: t('fees.set.items'), panel: <ItemsOfFees {...of} /> },
        { value: 'reductions', label: t('fees.set.reductions'), panel: <ReductionsOfFees {...of} /> },
        { value: 'ways', label: t('fees.set.ways'), panel: <WaysOfFees {...of} /> },
        ...(of.manages
          ? [{ value: 'online', label: t('fees.set.online'), panel: <OnlineOfFees schoolId={of.schoolId} /> }]
          : []),
        {
          value: 'general',
          label: t('fees.set.general'),
          panel: <General schoolId={of.schoolId} settings={of.settings} />,
        },
      ]}
    />
  )
}

function General({ schoolId, settings }: { schoolId: string; settings: ShownFeeSettings }) {
  const { t } = useTranslation()
  const change = useChange(feeSettings.save)
  const holds = useHolds()
  const brings = holds('ManageFees') && holds('AssignMultipleStudentsToSchool') && holds('ViewSchoolStudentsList')
  const [begun, setBegun] = useState(0)
  const { currency, onlyHighest, reductionLimit, overdueNotices, version } = settings
  return (
    <div className="max-w-md space-y-4">
      {!currency && <p>{t('fees.set.firstMeans')}</p>}
      <Form
        key={begun}
        schema={feeSettings.save.input}
        start={{
          schoolId,
          currency: (currency ?? 'EGP') as Currency,
          onlyHighest,
          reductionLimit: reductionLimit ?? '',
          overdueNotices,
          ...(version > 0 && { baseVersion: version }),
        }}
        save={async (values) => {
          await change(values as Parameters<typeof change>[0])
          toast({ title: t('settings.saved') })
          setBegun((nth) => nth + 1)
        }}
        submit={currency ? 'common.save' : 'fees.begin'}
      >
        <ChoiceField
          name="currency"
          label="fees.set.currency"
          hint={settings.currencyFixed ? 'fees.set.currencyFixed' : undefined}
          items={currencies.map((value) => ({ value, label: `${t(`fees.currency.${value}`)} (${value})` }))}
        />
        <CheckField name="onlyHighest" label="fees.set.onlyHighest" hint="fees.set.onlyHighestMeans" />
        <TextField
          name="reductionLimit"
          label="fees.set.limit"
          hint="fees.set.limitMeans"
          dir="ltr"
          inputMode="decimal"
        />
        <CheckField name="overdueNotices" label="fees.set.overdueNotices" hint="fees.set.overdueNoticesMeans" />
      </Form>
      {currency && brings && (
        <section className="border-t border-line pt-4">
          <p className="mb-3 text-sm text-muted">{t('fees.set.bringMeans')}</p>
          <LinkButton to={`${paths.settings('students')}?import=new&kind=balances`}>{t('fees.set.bring')}</LinkButton>
        </section>
      )}
    </div>
  )
}
