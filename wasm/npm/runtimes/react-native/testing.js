require("billwire/testing");
