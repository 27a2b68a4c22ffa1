import { feeCounter } from '#contract/money/fees/counter.ts'
import { feeDecisions } from '#contract/money/fees/decisions.ts'
import { feeGrants } from '#contract/money/fees/grants.ts'
import { feeSettings } from '#contract/money/fees/settings.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { WriteDialog } from '#web/records/WriteDialog.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import type { ShownFamily } from './FamilySheet.tsx'
import type { ShownFeeSettings } from './of-setting.ts'

type Props = {
  of: 'refund' | 'writeOff' | 'grant' | 'credit' | 'left'
  schoolId: string
  family: ShownFamily
  /** The parts that are still owed, and the children who left with parts due later. */
  open: ShownFamily['dues']
  left: ShownFamily['children']
  onClose: () => void
}

/** The form of one decision about a family. */
export function DecideAboutFamily(props: Props) {
  const { data: settings } = useRead(feeSettings.get, { schoolId: props.schoolId })
  if (!settings) return null
  const Form = forms[props.of]
  return <Form {...props} settings={settings} />
}

type FormProps = Props & { settings: ShownFeeSettings }

function useShared({ of, onClose }: FormProps) {
  const { t } = useTranslation()
  return { t, shared: { description: t(`fees.means.${of}`), submit: 'common.save', done: t('fees.done'), onClose } }
}

const amount = <TextField name="amount" label="fees.amount" dir="ltr" inputMode="decimal" />
const reason = <TextField name="reason" label="fees.reason" />

function Credit(props: FormProps) {
  const { t, shared } = useShared(props)
  const { schoolId, family } = props
  const start = { schoolId, familyId: family.familyId, amount: family.credit }
  return (
    <WriteDialog {...shared} operation={feeCounter.useCredit} start={start} title={t('fees.useCredit')}>
      {amount}
    </WriteDialog>
  )
}

function Refund(props: FormProps) {
  const { t, shared } = useShared(props)
  const { schoolId, family, settings } = props
  const [first] = settings.ways
  const start = { schoolId, familyId: family.familyId, amount: family.credit, wayId: first?.id ?? '', reason: '' }
  return (
    <WriteDialog {...shared} operation={feeDecisions.refund} start={start} title={t('fees.proposal.refund')}>
      {amount}
      <ChoiceField name="wayId" label="fees.way" items={namedItems(settings.ways)} />
      {reason}
    </WriteDialog>
  )
}

function WriteOff(props: FormProps) {
  const { t, shared } = useShared(props)
  const { schoolId, open } = props
  const [first] = open
  const start = { schoolId, dueId: first?.id ?? '', amount: first?.open ?? '', reason: '' }
  return (
    <WriteDialog {...shared} operation={feeDecisions.writeOff} start={start} title={t('fees.proposal.writeOff')}>
      <ChoiceField
        name="dueId"
        label="fees.part"
        items={open.map((due) => ({ value: due.id, label: `${due.dueOn} · ${due.itemName} · ${due.studentName}` }))}
      />
      {amount}
      {reason}
    </WriteDialog>
  )
}

function Left(props: FormProps) {
  const { t, shared } = useShared(props)
  const { schoolId, left } = props
  const start = { schoolId, studentId: left[0]?.studentId ?? '', reason: '' }
  return (
    <WriteDialog {...shared} operation={feeGrants.endLeft} start={start} title={t('fees.endLeft')}>
      <Children of={left} />
      {reason}
    </WriteDialog>
  )
}

function Grant(props: FormProps) {
  const { t, shared } = useShared(props)
  const { schoolId, family, settings } = props
  const reductions = settings.reductions.filter(({ active }) => active)
  const [child] = family.children
  const start = {
    schoolId,
    studentId: child?.studentId ?? '',
    yearId: settings.years[0]?.id ?? '',
    reductionId: reductions[0]?.id ?? '',
    reason: '',
  }
  return (
    <WriteDialog {...shared} operation={feeGrants.grant} start={start} title={t('fees.proposal.reduction')}>
      <Children of={family.children} />
      <ChoiceField name="reductionId" label="fees.reduction" items={namedItems(reductions)} />
      <ChoiceField name="yearId" label="fees.year" items={namedItems(settings.years)} />
      {reason}
    </WriteDialog>
  )
}

const forms = { credit: Credit, refund: Refund, writeOff: WriteOff, left: Left, grant: Grant }

const namedItems = (all: readonly { id: string; name: string }[]) =>
  all.map(({ id, name }) => ({ value: id, label: name }))

const Children = ({ of }: { of: ShownFamily['children'] }) => (
  <ChoiceField
    name="studentId"
    label="fees.student"
    items={of.map(({ studentId, studentName }) => ({ value: studentId, label: studentName }))}
  />
)
