-- Money that a person has to look at is counted for the operator at every reading of the figures; few rows are ever so.
create index gateway_payments_to_look on gateway_payments (created_at) where state in ('unclear', 'waiting');
