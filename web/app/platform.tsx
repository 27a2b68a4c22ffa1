import { ArrowLeftRight, HandCoins, ListChecks, SlidersHorizontal } from 'lucide-react'
import type { ComponentType } from 'react'
import { Navigate } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { useHolds } from '#web/lib/session.ts'
import type { MenuEntry } from './menus.ts'

/** The main navigation for the platform's staff, in a separate chunk that nobody else loads. */
export const platformMenu: MenuEntry[] = [
  {
    key: 'paymentsTransaction',
    to: paths.paymentsTransaction(),
    Icon: ArrowLeftRight,
    needs: 'ViewPaymentsTransaction',
  },
  { key: 'paymentsRequest', to: paths.payments(), Icon: HandCoins, needs: 'ViewPaymentsRequests' },
  { key: 'schoolAction', to: paths.schoolList(), Icon: ListChecks, needs: 'ViewSchoolActionList' },
  { key: 'adminSettings', to: paths.adminSettings(), Icon: SlidersHorizontal, needs: 'ViewAdminSettings' },
]

/** Its screens by the first word of their address, each with the key that opens it. */
export const platformScreens = {
  'admin-settings/:settingType?': async () => {
    const { AdminSettingsScreen, loadAdminSetting } = await import('#web/app/admin-settings/AdminSettingsScreen.tsx')
    return { ...(await guarded('ViewAdminSettings', async () => AdminSettingsScreen)), loader: loadAdminSetting }
  },
  payments: () =>
    guarded(
      'ViewPaymentsRequests',
      async () => (await import('#web/platform/payments/PaymentsScreen.tsx')).PaymentsScreen,
    ),
  'payments-transaction': () =>
    guarded(
      'ViewPaymentsTransaction',
      async () => (await import('#web/platform/payments/TransactionsScreen.tsx')).TransactionsScreen,
    ),
  'school-list': () =>
    guarded(
      'ViewSchoolActionList',
      async () => (await import('#web/platform/schools/SchoolListScreen.tsx')).SchoolListScreen,
    ),
}

async function guarded(key: string, load: () => Promise<ComponentType>) {
  const Screen = await load()
  return {
    Component: function Guarded() {
      const isOwned = useHolds()(key)
      return isOwned ? <Screen /> : <Navigate to={paths.unauthorized()} state={{ keys: [key] }} replace />
    },
  }
}
