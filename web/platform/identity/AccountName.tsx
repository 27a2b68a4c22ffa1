/** Lets a password manager know to which account the form belongs. It is invisible. */
export const AccountName = ({ phoneNumber }: { phoneNumber: string }) => (
  <input type="text" name="username" autoComplete="username" value={phoneNumber} readOnly hidden />
)
