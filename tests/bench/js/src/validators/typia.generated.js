// Made from typia.source.ts by `npm run generate`.
import * as _isFormatDateTime_1 from "typia/lib/internal/_isFormatDateTime";
import * as _isTypeUint64_1 from "typia/lib/internal/_isTypeUint64";
import * as _stringLength_1 from "typia/lib/internal/_stringLength";
import * as _accessExpressionAsString_1 from "typia/lib/internal/_accessExpressionAsString";
import * as _validateReport_1 from "typia/lib/internal/_validateReport";
import * as _createStandardSchema_1 from "typia/lib/internal/_createStandardSchema";
import typia from "typia";
export const validateBill = (() => {
    const _io0 = (input, _exceptionable = true) => "string" === typeof input.ref_id && 1 <= _stringLength_1._stringLength(input.ref_id) && ("string" === typeof input.date && _isFormatDateTime_1._isFormatDateTime(input.date)) && ("string" === typeof input.due_date && _isFormatDateTime_1._isFormatDateTime(input.due_date)) && ("string" === typeof input.currency && 1 <= _stringLength_1._stringLength(input.currency)) && ("number" === typeof input.total_amount && (_isTypeUint64_1._isTypeUint64(input.total_amount) && input.total_amount <= 9007199254740991)) && ("string" === typeof input.customer_sync_code && 1 <= _stringLength_1._stringLength(input.customer_sync_code)) && (undefined === input.total_tax || "number" === typeof input.total_tax && (_isTypeUint64_1._isTypeUint64(input.total_tax) && input.total_tax <= 9007199254740991)) && (undefined === input.payment_method_token || "string" === typeof input.payment_method_token && 1 <= _stringLength_1._stringLength(input.payment_method_token)) && ("string" === typeof input.settlement_to && 1 <= _stringLength_1._stringLength(input.settlement_to)) && (undefined === input.description || "string" === typeof input.description && 1 <= _stringLength_1._stringLength(input.description)) && (undefined === input.exchange_rate_khr || "string" === typeof input.exchange_rate_khr && 1 <= _stringLength_1._stringLength(input.exchange_rate_khr)) && ("string" === typeof input.total_amount_khr && 1 <= _stringLength_1._stringLength(input.total_amount_khr)) && (undefined === input.details || Array.isArray(input.details) && input.details.every((elem, _index1) => "object" === typeof elem && null !== elem && false === Array.isArray(elem) && _io1(elem, true && _exceptionable))) && (8 === Object.keys(input).length || Object.keys(input).every(key => {
        if (["ref_id", "date", "due_date", "currency", "total_amount", "customer_sync_code", "total_tax", "payment_method_token", "settlement_to", "description", "exchange_rate_khr", "total_amount_khr", "details"].some(prop => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return false;
    }));
    const _io1 = (input, _exceptionable = true) => (undefined === input.item_name || "string" === typeof input.item_name && 1 <= _stringLength_1._stringLength(input.item_name)) && (undefined === input.description || "string" === typeof input.description && 1 <= _stringLength_1._stringLength(input.description)) && (undefined === input.quantity || "number" === typeof input.quantity && (_isTypeUint64_1._isTypeUint64(input.quantity) && input.quantity <= 9007199254740991)) && (undefined === input.price || "number" === typeof input.price) && (undefined === input.amount || "number" === typeof input.amount) && (undefined === input.tax_amount || "number" === typeof input.tax_amount) && (undefined === input.tax_name || "string" === typeof input.tax_name && 1 <= _stringLength_1._stringLength(input.tax_name)) && (0 === Object.keys(input).length || Object.keys(input).every(key => {
        if (["item_name", "description", "quantity", "price", "amount", "tax_amount", "tax_name"].some(prop => key === prop))
            return true;
        const value = input[key];
        if (undefined === value)
            return true;
        return false;
    }));
    const _vo0 = (input, _path, _exceptionable = true) => ["string" === typeof input.ref_id && (1 <= _stringLength_1._stringLength(input.ref_id) || _report(_exceptionable, {
            path: _path + ".ref_id",
            expected: "string & MinLength<1>",
            value: input.ref_id
        })) || _report(_exceptionable, {
            path: _path + ".ref_id",
            expected: "(string & MinLength<1>)",
            value: input.ref_id
        }), "string" === typeof input.date && (_isFormatDateTime_1._isFormatDateTime(input.date) || _report(_exceptionable, {
            path: _path + ".date",
            expected: "string & Format<\"date-time\">",
            value: input.date
        })) || _report(_exceptionable, {
            path: _path + ".date",
            expected: "(string & Format<\"date-time\">)",
            value: input.date
        }), "string" === typeof input.due_date && (_isFormatDateTime_1._isFormatDateTime(input.due_date) || _report(_exceptionable, {
            path: _path + ".due_date",
            expected: "string & Format<\"date-time\">",
            value: input.due_date
        })) || _report(_exceptionable, {
            path: _path + ".due_date",
            expected: "(string & Format<\"date-time\">)",
            value: input.due_date
        }), "string" === typeof input.currency && (1 <= _stringLength_1._stringLength(input.currency) || _report(_exceptionable, {
            path: _path + ".currency",
            expected: "string & MinLength<1>",
            value: input.currency
        })) || _report(_exceptionable, {
            path: _path + ".currency",
            expected: "(string & MinLength<1>)",
            value: input.currency
        }), "number" === typeof input.total_amount && (_isTypeUint64_1._isTypeUint64(input.total_amount) || _report(_exceptionable, {
            path: _path + ".total_amount",
            expected: "number & Type<\"uint64\">",
            value: input.total_amount
        })) && (input.total_amount <= 9007199254740991 || _report(_exceptionable, {
            path: _path + ".total_amount",
            expected: "number & Maximum<9007199254740991>",
            value: input.total_amount
        })) || _report(_exceptionable, {
            path: _path + ".total_amount",
            expected: "(number & Type<\"uint64\"> & Maximum<9007199254740991>)",
            value: input.total_amount
        }), "string" === typeof input.customer_sync_code && (1 <= _stringLength_1._stringLength(input.customer_sync_code) || _report(_exceptionable, {
            path: _path + ".customer_sync_code",
            expected: "string & MinLength<1>",
            value: input.customer_sync_code
        })) || _report(_exceptionable, {
            path: _path + ".customer_sync_code",
            expected: "(string & MinLength<1>)",
            value: input.customer_sync_code
        }), undefined === input.total_tax || "number" === typeof input.total_tax && (_isTypeUint64_1._isTypeUint64(input.total_tax) || _report(_exceptionable, {
            path: _path + ".total_tax",
            expected: "number & Type<\"uint64\">",
            value: input.total_tax
        })) && (input.total_tax <= 9007199254740991 || _report(_exceptionable, {
            path: _path + ".total_tax",
            expected: "number & Maximum<9007199254740991>",
            value: input.total_tax
        })) || _report(_exceptionable, {
            path: _path + ".total_tax",
            expected: "((number & Type<\"uint64\"> & Maximum<9007199254740991>) | undefined)",
            value: input.total_tax
        }), undefined === input.payment_method_token || "string" === typeof input.payment_method_token && (1 <= _stringLength_1._stringLength(input.payment_method_token) || _report(_exceptionable, {
            path: _path + ".payment_method_token",
            expected: "string & MinLength<1>",
            value: input.payment_method_token
        })) || _report(_exceptionable, {
            path: _path + ".payment_method_token",
            expected: "((string & MinLength<1>) | undefined)",
            value: input.payment_method_token
        }), "string" === typeof input.settlement_to && (1 <= _stringLength_1._stringLength(input.settlement_to) || _report(_exceptionable, {
            path: _path + ".settlement_to",
            expected: "string & MinLength<1>",
            value: input.settlement_to
        })) || _report(_exceptionable, {
            path: _path + ".settlement_to",
            expected: "(string & MinLength<1>)",
            value: input.settlement_to
        }), undefined === input.description || "string" === typeof input.description && (1 <= _stringLength_1._stringLength(input.description) || _report(_exceptionable, {
            path: _path + ".description",
            expected: "string & MinLength<1>",
            value: input.description
        })) || _report(_exceptionable, {
            path: _path + ".description",
            expected: "((string & MinLength<1>) | undefined)",
            value: input.description
        }), undefined === input.exchange_rate_khr || "string" === typeof input.exchange_rate_khr && (1 <= _stringLength_1._stringLength(input.exchange_rate_khr) || _report(_exceptionable, {
            path: _path + ".exchange_rate_khr",
            expected: "string & MinLength<1>",
            value: input.exchange_rate_khr
        })) || _report(_exceptionable, {
            path: _path + ".exchange_rate_khr",
            expected: "((string & MinLength<1>) | undefined)",
            value: input.exchange_rate_khr
        }), "string" === typeof input.total_amount_khr && (1 <= _stringLength_1._stringLength(input.total_amount_khr) || _report(_exceptionable, {
            path: _path + ".total_amount_khr",
            expected: "string & MinLength<1>",
            value: input.total_amount_khr
        })) || _report(_exceptionable, {
            path: _path + ".total_amount_khr",
            expected: "(string & MinLength<1>)",
            value: input.total_amount_khr
        }), undefined === input.details || (Array.isArray(input.details) || _report(_exceptionable, {
            path: _path + ".details",
            expected: "(Array<Line> | undefined)",
            value: input.details
        })) && input.details.map((elem, _index2) => ("object" === typeof elem && null !== elem && false === Array.isArray(elem) || _report(_exceptionable, {
            path: _path + ".details[" + _index2 + "]",
            expected: "Line",
            value: elem
        })) && _vo1(elem, _path + ".details[" + _index2 + "]", true && _exceptionable) || _report(_exceptionable, {
            path: _path + ".details[" + _index2 + "]",
            expected: "Line",
            value: elem
        })).every(flag => flag) || _report(_exceptionable, {
            path: _path + ".details",
            expected: "(Array<Line> | undefined)",
            value: input.details
        }), 8 === Object.keys(input).length || (false === _exceptionable || Object.keys(input).map(key => {
            if (["ref_id", "date", "due_date", "currency", "total_amount", "customer_sync_code", "total_tax", "payment_method_token", "settlement_to", "description", "exchange_rate_khr", "total_amount_khr", "details"].some(prop => key === prop))
                return true;
            const value = input[key];
            if (undefined === value)
                return true;
            return _report(_exceptionable, {
                path: _path + _accessExpressionAsString_1._accessExpressionAsString(key),
                expected: "undefined",
                value: value,
                description: [
                    `The property \`${key}\` is not defined in the object type.`,
                    "",
                    "Please remove the property next time."
                ].join("\n")
            });
        }).every(flag => flag))].every(flag => flag);
    const _vo1 = (input, _path, _exceptionable = true) => [undefined === input.item_name || "string" === typeof input.item_name && (1 <= _stringLength_1._stringLength(input.item_name) || _report(_exceptionable, {
            path: _path + ".item_name",
            expected: "string & MinLength<1>",
            value: input.item_name
        })) || _report(_exceptionable, {
            path: _path + ".item_name",
            expected: "((string & MinLength<1>) | undefined)",
            value: input.item_name
        }), undefined === input.description || "string" === typeof input.description && (1 <= _stringLength_1._stringLength(input.description) || _report(_exceptionable, {
            path: _path + ".description",
            expected: "string & MinLength<1>",
            value: input.description
        })) || _report(_exceptionable, {
            path: _path + ".description",
            expected: "((string & MinLength<1>) | undefined)",
            value: input.description
        }), undefined === input.quantity || "number" === typeof input.quantity && (_isTypeUint64_1._isTypeUint64(input.quantity) || _report(_exceptionable, {
            path: _path + ".quantity",
            expected: "number & Type<\"uint64\">",
            value: input.quantity
        })) && (input.quantity <= 9007199254740991 || _report(_exceptionable, {
            path: _path + ".quantity",
            expected: "number & Maximum<9007199254740991>",
            value: input.quantity
        })) || _report(_exceptionable, {
            path: _path + ".quantity",
            expected: "((number & Type<\"uint64\"> & Maximum<9007199254740991>) | undefined)",
            value: input.quantity
        }), undefined === input.price || "number" === typeof input.price || _report(_exceptionable, {
            path: _path + ".price",
            expected: "(number | undefined)",
            value: input.price
        }), undefined === input.amount || "number" === typeof input.amount || _report(_exceptionable, {
            path: _path + ".amount",
            expected: "(number | undefined)",
            value: input.amount
        }), undefined === input.tax_amount || "number" === typeof input.tax_amount || _report(_exceptionable, {
            path: _path + ".tax_amount",
            expected: "(number | undefined)",
            value: input.tax_amount
        }), undefined === input.tax_name || "string" === typeof input.tax_name && (1 <= _stringLength_1._stringLength(input.tax_name) || _report(_exceptionable, {
            path: _path + ".tax_name",
            expected: "string & MinLength<1>",
            value: input.tax_name
        })) || _report(_exceptionable, {
            path: _path + ".tax_name",
            expected: "((string & MinLength<1>) | undefined)",
            value: input.tax_name
        }), 0 === Object.keys(input).length || (false === _exceptionable || Object.keys(input).map(key => {
            if (["item_name", "description", "quantity", "price", "amount", "tax_amount", "tax_name"].some(prop => key === prop))
                return true;
            const value = input[key];
            if (undefined === value)
                return true;
            return _report(_exceptionable, {
                path: _path + _accessExpressionAsString_1._accessExpressionAsString(key),
                expected: "undefined",
                value: value,
                description: [
                    `The property \`${key}\` is not defined in the object type.`,
                    "",
                    "Please remove the property next time."
                ].join("\n")
            });
        }).every(flag => flag))].every(flag => flag);
    const __is = (input, _exceptionable = true) => "object" === typeof input && null !== input && _io0(input, true);
    let errors;
    let _report;
    return _createStandardSchema_1._createStandardSchema(input => {
        if (false === __is(input)) {
            errors = [];
            _report = _validateReport_1._validateReport(errors);
            ((input, _path, _exceptionable = true) => ("object" === typeof input && null !== input || _report(true, {
                path: _path + "",
                expected: "Bill",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "Bill",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            };
        }
        return {
            success: true,
            data: input
        };
    });
})();
export const validateNotice = (() => {
    const _io0 = input => (undefined === input.tran_id || "string" === typeof input.tran_id) && (undefined === input.tran_no || "string" === typeof input.tran_no) && (undefined === input.payment_service_type || "string" === typeof input.payment_service_type) && (undefined === input.tran_date || "string" === typeof input.tran_date) && (undefined === input.tran_amount || "string" === typeof input.tran_amount || "number" === typeof input.tran_amount) && (undefined === input.currency || "string" === typeof input.currency) && (undefined === input.bank_code || "string" === typeof input.bank_code) && (undefined === input.bank_name || "string" === typeof input.bank_name) && (undefined === input.bank_ref || "string" === typeof input.bank_ref) && (undefined === input.identity_code || "string" === typeof input.identity_code) && (undefined === input.purpose_of_transaction || "string" === typeof input.purpose_of_transaction) && (undefined === input.device_code || "string" === typeof input.device_code) && (undefined === input.status || "string" === typeof input.status) && (null === input.customers || undefined === input.customers || Array.isArray(input.customers) && input.customers.every(elem => "object" === typeof elem && null !== elem && false === Array.isArray(elem) && _io1(elem)));
    const _io1 = input => (undefined === input.branch_code || "string" === typeof input.branch_code) && (undefined === input.branch_name || "string" === typeof input.branch_name) && (undefined === input.customer_code || "string" === typeof input.customer_code) && (undefined === input.customer_name || "string" === typeof input.customer_name) && (undefined === input.customer_name_latin || "string" === typeof input.customer_name_latin) && (undefined === input.bill_no || "string" === typeof input.bill_no) && (undefined === input.amount || "string" === typeof input.amount || "number" === typeof input.amount);
    const _vo0 = (input, _path, _exceptionable = true) => [undefined === input.tran_id || "string" === typeof input.tran_id || _report(_exceptionable, {
            path: _path + ".tran_id",
            expected: "(string | undefined)",
            value: input.tran_id
        }), undefined === input.tran_no || "string" === typeof input.tran_no || _report(_exceptionable, {
            path: _path + ".tran_no",
            expected: "(string | undefined)",
            value: input.tran_no
        }), undefined === input.payment_service_type || "string" === typeof input.payment_service_type || _report(_exceptionable, {
            path: _path + ".payment_service_type",
            expected: "(string | undefined)",
            value: input.payment_service_type
        }), undefined === input.tran_date || "string" === typeof input.tran_date || _report(_exceptionable, {
            path: _path + ".tran_date",
            expected: "(string | undefined)",
            value: input.tran_date
        }), undefined === input.tran_amount || "string" === typeof input.tran_amount || "number" === typeof input.tran_amount || _report(_exceptionable, {
            path: _path + ".tran_amount",
            expected: "(number | string | undefined)",
            value: input.tran_amount
        }), undefined === input.currency || "string" === typeof input.currency || _report(_exceptionable, {
            path: _path + ".currency",
            expected: "(string | undefined)",
            value: input.currency
        }), undefined === input.bank_code || "string" === typeof input.bank_code || _report(_exceptionable, {
            path: _path + ".bank_code",
            expected: "(string | undefined)",
            value: input.bank_code
        }), undefined === input.bank_name || "string" === typeof input.bank_name || _report(_exceptionable, {
            path: _path + ".bank_name",
            expected: "(string | undefined)",
            value: input.bank_name
        }), undefined === input.bank_ref || "string" === typeof input.bank_ref || _report(_exceptionable, {
            path: _path + ".bank_ref",
            expected: "(string | undefined)",
            value: input.bank_ref
        }), undefined === input.identity_code || "string" === typeof input.identity_code || _report(_exceptionable, {
            path: _path + ".identity_code",
            expected: "(string | undefined)",
            value: input.identity_code
        }), undefined === input.purpose_of_transaction || "string" === typeof input.purpose_of_transaction || _report(_exceptionable, {
            path: _path + ".purpose_of_transaction",
            expected: "(string | undefined)",
            value: input.purpose_of_transaction
        }), undefined === input.device_code || "string" === typeof input.device_code || _report(_exceptionable, {
            path: _path + ".device_code",
            expected: "(string | undefined)",
            value: input.device_code
        }), undefined === input.status || "string" === typeof input.status || _report(_exceptionable, {
            path: _path + ".status",
            expected: "(string | undefined)",
            value: input.status
        }), null === input.customers || undefined === input.customers || (Array.isArray(input.customers) || _report(_exceptionable, {
            path: _path + ".customers",
            expected: "(Array<Customer> | null | undefined)",
            value: input.customers
        })) && input.customers.map((elem, _index2) => ("object" === typeof elem && null !== elem && false === Array.isArray(elem) || _report(_exceptionable, {
            path: _path + ".customers[" + _index2 + "]",
            expected: "Customer",
            value: elem
        })) && _vo1(elem, _path + ".customers[" + _index2 + "]", true && _exceptionable) || _report(_exceptionable, {
            path: _path + ".customers[" + _index2 + "]",
            expected: "Customer",
            value: elem
        })).every(flag => flag) || _report(_exceptionable, {
            path: _path + ".customers",
            expected: "(Array<Customer> | null | undefined)",
            value: input.customers
        })].every(flag => flag);
    const _vo1 = (input, _path, _exceptionable = true) => [undefined === input.branch_code || "string" === typeof input.branch_code || _report(_exceptionable, {
            path: _path + ".branch_code",
            expected: "(string | undefined)",
            value: input.branch_code
        }), undefined === input.branch_name || "string" === typeof input.branch_name || _report(_exceptionable, {
            path: _path + ".branch_name",
            expected: "(string | undefined)",
            value: input.branch_name
        }), undefined === input.customer_code || "string" === typeof input.customer_code || _report(_exceptionable, {
            path: _path + ".customer_code",
            expected: "(string | undefined)",
            value: input.customer_code
        }), undefined === input.customer_name || "string" === typeof input.customer_name || _report(_exceptionable, {
            path: _path + ".customer_name",
            expected: "(string | undefined)",
            value: input.customer_name
        }), undefined === input.customer_name_latin || "string" === typeof input.customer_name_latin || _report(_exceptionable, {
            path: _path + ".customer_name_latin",
            expected: "(string | undefined)",
            value: input.customer_name_latin
        }), undefined === input.bill_no || "string" === typeof input.bill_no || _report(_exceptionable, {
            path: _path + ".bill_no",
            expected: "(string | undefined)",
            value: input.bill_no
        }), undefined === input.amount || "string" === typeof input.amount || "number" === typeof input.amount || _report(_exceptionable, {
            path: _path + ".amount",
            expected: "(number | string | undefined)",
            value: input.amount
        })].every(flag => flag);
    const __is = input => "object" === typeof input && null !== input && false === Array.isArray(input) && _io0(input);
    let errors;
    let _report;
    return _createStandardSchema_1._createStandardSchema(input => {
        if (false === __is(input)) {
            errors = [];
            _report = _validateReport_1._validateReport(errors);
            ((input, _path, _exceptionable = true) => ("object" === typeof input && null !== input && false === Array.isArray(input) || _report(true, {
                path: _path + "",
                expected: "Notice",
                value: input
            })) && _vo0(input, _path + "", true) || _report(true, {
                path: _path + "",
                expected: "Notice",
                value: input
            }))(input, "$input", true);
            const success = 0 === errors.length;
            return success ? {
                success,
                data: input
            } : {
                success,
                errors,
                data: input
            };
        }
        return {
            success: true,
            data: input
        };
    });
})();
