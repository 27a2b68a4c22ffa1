import { platformSchools } from '#contract/platform/schools/platform-schools.ts'
import { coinTypeList } from '#contract/platform/reference/reference-lists.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { coinTypeName } from '#web/lib/reference.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { useChange } from '#web/records/change.ts'
import type { School } from './SchoolCard.tsx'

type Values = { schoolId: string; coinTypeId: string }

/** Gives a new school its coin type, and opens it. */
export function ActivateNew({ school, onClose }: { school: School; onClose: () => void }) {
  const { t } = useTranslation()
  const activate = useChange(platformSchools.activateNew)
  const types = useRead(coinTypeList.list, {}).data

  async function save(values: Values) {
    await activate(values)
    onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('schoolList.activateNew')}>
      {types ? (
        <Form<Values>
          schema={platformSchools.activateNew.input}
          start={{ schoolId: school.id, coinTypeId: types.length === 1 ? types[0]!.id : '' }}
          save={save}
          submit="common.confirm"
          beside={<DialogCancel />}
        >
          <p className="font-semibold">
            <Bdi>{school.name}</Bdi>
          </p>
          <ChoiceField
            name="coinTypeId"
            label="transactions.coinType"
            items={types.map(({ id, name }) => ({ value: id, label: coinTypeName(t, name) }))}
          />
        </Form>
      ) : (
        <Loading count={2} />
      )}
    </Dialog>
  )
}
