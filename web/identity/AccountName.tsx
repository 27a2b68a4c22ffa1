/** Tells a password manager whose password the form is about. Seen by nobody. */
export const AccountName = ({ phoneNumber }: { phoneNumber: string }) => (
  <input type="text" name="username" autoComplete="username" value={phoneNumber} readOnly hidden />
)
