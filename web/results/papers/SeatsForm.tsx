import { useState } from 'react'
import * as z from 'zod/mini'
import { Text } from '#contract/language/fields.ts'
import type { InputOf, OutputOf } from '#contract/language/operation.ts'
import { NewSeats, seating, seatOrders } from '#contract/results/seating/seating.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { CheckField, TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { committeesIn, linesOf, usualCommittees } from './committees.ts'
import { SeatsPreview } from './SeatsPreview.tsx'

type Grade = OutputOf<typeof seating.grades>[number]
type Wanted = InputOf<typeof seating.plan>
type Values = Omit<Wanted, 'committees'> & { committees: string }
type Planned = { wanted: Wanted; plan: OutputOf<typeof seating.plan> }

/** Committees as lines of the form: the name, and the places after a colon. */
const Schema = z.extend(z.omit(NewSeats, { committees: true }), { committees: Text(1, 4000, { lines: true }) })

/** Assigns the seats of a grade: what would come of it is shown before. */
export function SeatsForm({ schoolId, grade }: { schoolId: string; grade: Grade }) {
  const { t } = useTranslation()
  const assign = useChange(seating.assign)
  const [planned, setPlanned] = useState<Planned | null>(null)
  const { saving, save } = useSaving()
  const { seats } = grade
  const usual = usualCommittees(grade.students, (nth) => t('papers.seats.committee', { nth }))

  async function look({ committees: lines, ...rest }: Values) {
    const wanted = { ...rest, committees: committeesIn(lines) }
    setPlanned({ wanted, plan: await call(seating.plan, wanted) })
  }

  const store = (wanted: Wanted, plan: string) =>
    save(
      () => assign({ ...wanted, plan }),
      ({ changed }) => t('papers.seats.wereAssigned', { count: changed }),
    )

  return (
    <Card className="space-y-4">
      <h2 className="text-lg">{t(seats ? 'papers.seats.again' : 'papers.seats.assign')}</h2>
      <Form<Values>
        schema={Schema}
        start={{
          schoolId,
          gradeId: grade.gradeId,
          committees: linesOf(seats?.committees ?? usual),
          order: (seats?.order ?? 'name') as Wanted['order'],
          firstNumber: seats?.firstNumber ?? 1001,
          keep: seats !== null,
        }}
        save={look}
        submit="papers.seats.look"
      >
        <LinesField name="committees" label="papers.seats.committees" hint="papers.seats.committeesHint" />
        <ChoiceField
          name="order"
          label="papers.seats.order"
          items={seatOrders.map((value) => ({ value, label: t(`papers.seats.orders.${value}`) }))}
        />
        <TextField name="firstNumber" label="papers.seats.firstNumber" inputMode="numeric" dir="ltr" />
        {seats && <CheckField name="keep" label="papers.seats.keep" />}
      </Form>
      {planned && (
        <SeatsPreview plan={planned.plan}>
          <Button tone="primary" disabled={saving} onClick={() => store(planned.wanted, planned.plan.plan)}>
            {t('papers.seats.store', { count: planned.plan.seats.length })}
          </Button>
        </SeatsPreview>
      )}
    </Card>
  )
}
