import { CheckField } from '#web/ui/Fields.tsx'
import { Balance } from './Balance.tsx'

/** Whether a seat is paid at once, with the remaining coins. `hint`: the effect of paying here. */
export const PaySeat = ({ hint, balance }: { hint: string; balance: number | null }) => (
  <div>
    <CheckField name="isPaid" label="settings.students.paySeat" hint={hint} />
    {balance !== null && (
      <p className="ps-8 text-sm text-muted">
        <Balance coins={balance} />
      </p>
    )}
  </div>
)
