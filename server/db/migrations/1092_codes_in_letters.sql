-- Where no SMS goes, a school hands out a letter with a code (decision 104). It waits in the place of a code by SMS; the school stands beside it,
-- is passed to the grant, and from there to the account: one that no code by SMS has proved since opens nothing of other schools.
alter table sms_codes add column handed_out_in uuid references schools;
alter table identity_grants add column letter_school uuid references schools;
alter table users add column letter_school uuid references schools;
