import { lazy, type ReactNode, useState } from 'react'
import { feeCounter } from '#contract/money/fees/counter.ts'
import type { PrintedReceipt } from '#contract/money/fees/receipts.ts'
import { stale } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import type { ReceiptForm } from './ReceiptSheet.tsx'

const ReceiptSheets = lazy(part(async () => (await import('./ReceiptSheet.tsx')).ReceiptSheets))

const formKey = 'fee-receipts'

/** How this device prints receipts: a counter has one printer. */
export function formOfReceipts(): ReceiptForm {
  try {
    return localStorage.getItem(formKey) === 'roll' ? 'roll' : 'a5'
  } catch {
    return 'a5'
  }
}

export function keepFormOfReceipts(form: ReceiptForm) {
  try {
    localStorage.setItem(formKey, form)
  } catch {
    // A device that keeps nothing asks again.
  }
}

/** Prints receipts: a new one at once, or an earlier one as a copy. `sheets` has to be drawn. */
export function useReceiptPrinter(schoolId: string) {
  const [receipts, setReceipts] = useState<readonly PrintedReceipt[] | null>(null)
  const [fetching, setFetching] = useState(false)
  const sheets: ReactNode = receipts && (
    <LazyPart onClose={() => setReceipts(null)}>
      <ReceiptSheets receipts={receipts} form={formOfReceipts()} onClose={() => setReceipts(null)} />
    </LazyPart>
  )
  async function printAgain(id: string) {
    setFetching(true)
    try {
      setReceipts(await call(feeCounter.print, { schoolId, receiptIds: [id] }))
      void stale(feeCounter.receipts)
    } catch (problem) {
      toastRefusal(problem)
    } finally {
      setFetching(false)
    }
  }
  return {
    print: (receipt: PrintedReceipt) => setReceipts([receipt]),
    printAgain: (id: string) => void printAgain(id),
    printing: fetching || receipts !== null,
    sheets,
  }
}
