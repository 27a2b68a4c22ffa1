import {
  Coins,
  CreditCard,
  HeartHandshake,
  KeyRound,
  Languages,
  Phone,
  School,
  ScrollText,
  ShieldCheck,
  Smartphone,
  UserCog,
} from 'lucide-react'
import type { SettingGroup } from '#web/app/settings/menu.ts'

/** The platform's settings menu (product.md §2.4; assign-user-permission has no line there). */
export const adminMenu: SettingGroup[] = [
  {
    key: 'adminSettings',
    needs: 'ViewAdminSettings',
    settings: [
      { type: 'language-admin', key: 'language', Icon: Languages, needs: 'ViewLanguages' },
      { type: 'relations', key: 'relations', Icon: HeartHandshake, needs: 'ViewRelations' },
      { type: 'school-type', key: 'schoolType', Icon: School, needs: 'ViewSchoolType' },
      { type: 'school-contact-type', key: 'schoolContactType', Icon: Phone, needs: 'ViewSchoolContactType' },
      { type: 'coins-type', key: 'coinsType', Icon: Coins, needs: 'ViewCoinType' },
      { type: 'payment-type', key: 'paymentType', Icon: CreditCard, needs: 'ViewPaymentType' },
      { type: 'role', key: 'roles', Icon: ShieldCheck, needs: 'ViewRolesList' },
      { type: 'assign-user-role', key: 'assignUserRole', Icon: UserCog, needs: 'AssignUserRole' },
      {
        type: 'assign-user-permission',
        key: 'assignUserPermission',
        Icon: KeyRound,
        needs: 'ViewUserPermission',
        unnamed: true,
      },
      { type: 'phone-changes-admin', key: 'phoneChanges', Icon: Smartphone, needs: 'ChangePhoneNumbers' },
      { type: 'audit-log-admin', key: 'auditLog', Icon: ScrollText, needs: 'ViewAuditLog' },
    ],
  },
]
