import { CoinsByHand, platformSchools } from '#contract/platform/schools/platform-schools.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { numberTyped } from '#web/lib/text.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { AmountField } from '#web/records/AmountField.tsx'
import { useChange } from '#web/records/change.ts'
import type { School } from './SchoolCard.tsx'

type Values = { schoolId: string; coinsCount: string; reason: string }

/** Gives a school coins by hand, or takes such coins back; the reason stays with them. */
export function AddCoins({ school, onClose }: { school: School; onClose: () => void }) {
  const { t } = useTranslation()
  const add = useChange(platformSchools.addCoins)

  async function save(values: Values) {
    const { availableCoins } = await add({ ...values, coinsCount: numberTyped(values.coinsCount) })
    toast({ title: `${t('settings.schoolInfo.coins')}: ${availableCoins}` })
    onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('schoolList.addCoins')}>
      <Form<Values>
        schema={CoinsByHand}
        start={{ schoolId: school.id, coinsCount: '', reason: '' }}
        save={save}
        submit="settings.add"
        beside={<DialogCancel />}
      >
        <p className="font-semibold">
          <Bdi>{school.name}</Bdi>
        </p>
        {/* The keys for numbers of some telephones have no minus. */}
        <AmountField name="coinsCount" label="schoolList.coins" hint="schoolList.coinsHint" inputMode="text" />
        <TextField name="reason" label="payments.reason" dir="auto" />
      </Form>
    </Dialog>
  )
}
