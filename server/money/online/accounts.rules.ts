import type { Secrets } from '#server/base/secrets.ts'
import type { AccountRow } from './accounts.queries.ts'
import { GatewayAway } from './gateways/away.ts'
import type { Gateways } from './gateways/gateways.ts'
import type { GatewayKeys } from './gateways/gateway.ts'
import { jsonObject } from './gateways/json.ts'

/** The purpose with which keys of gateways are sealed. */
const purpose = 'gateway'

export const sealedKeys = (secrets: Secrets, keys: GatewayKeys) => secrets.seal(purpose, JSON.stringify(keys))

/** The keys of an account; null if they were sealed with another secret of the installation. */
export function openedKeys(secrets: Secrets, { sealed }: Pick<AccountRow, 'sealed'>): GatewayKeys | null {
  try {
    return jsonObject(secrets.open(purpose, sealed)) as GatewayKeys
  } catch {
    return null
  }
}

/** The gateway of an account, with its keys. Throws GatewayAway if they cannot be opened. */
export function gatewayOf(gateways: Gateways, secrets: Secrets, account: AccountRow) {
  const keys = openedKeys(secrets, account)
  if (!keys) throw new GatewayAway('its keys were sealed with another SECRET; the school has to enter them again')
  return gateways.of({ gateway: account.gateway, host: account.host, keys })
}
